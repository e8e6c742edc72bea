package kerran;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.AbstractConfig;

/**
 * Prints the client's answer to settings, in the form that {@code include.load.client_choice} describes.
 *
 * <p>The arguments are the role (producer or consumer) and a properties file with the settings. No broker is contacted.
 */
final class ClientAnswer {
    private ClientAnswer() {}

    public static void main(String[] arguments) throws Exception {
        boolean isProducer = arguments[0].equals("producer");
        Map<String, String> settings = Job.properties(Files.newBufferedReader(Path.of(arguments[1])));
        Set<String> own = isProducer ? ProducerConfig.configNames() : ConsumerConfig.configNames();
        Set<String> others = isProducer ? ConsumerConfig.configNames() : ProducerConfig.configNames();
        Map<String, Object> asked = new HashMap<>(settings);
        asked.keySet().retainAll(own);
        asked.put("bootstrap.servers", "127.0.0.1:1");
        if (!isProducer) asked.putIfAbsent("group.id", "asked");

        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("own", new TreeSet<>(own));
        answer.put("others", new TreeSet<>(others));
        EffectiveSettings read = new EffectiveSettings(asked);
        try {
            AbstractConfig config =
                    isProducer ? new ProducerConfig(read.ofProducer()) : new ConsumerConfig(read.ofConsumer());
            answer.put("effective", EffectiveSettings.textOf(config));
            answer.put("refusal", "");
        } catch (KafkaException error) { // also of a class that cannot be created
            answer.put("effective", Map.of());
            answer.put("refusal", error.getMessage());
        }
        System.out.println(Json.write(answer));
    }
}
