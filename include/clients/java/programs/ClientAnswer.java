package kerran;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
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
            if (isProducer) create(read.ofProducer());
            else subscribe(read.ofConsumer());
            answer.put("effective", EffectiveSettings.textOf(config));
            answer.put("refusal", "");
        } catch (KafkaException | IllegalArgumentException error) { // also of a class that cannot be created
            answer.put("effective", Map.of());
            answer.put("refusal", reason(error));
        }
        System.out.println(Json.write(answer));
        System.out.flush();
        Runtime.getRuntime().halt(0); // a client may still wait for a broker
    }

    /** Creates a producer, which checks more than its configuration does. It needs no broker. */
    private static void create(Map<String, Object> settings) {
        new KafkaProducer<byte[], byte[]>(settings).close(Duration.ZERO);
    }

    /** Does the same with a consumer. */
    private static void subscribe(Map<String, Object> settings) {
        new KafkaConsumer<byte[], byte[]>(settings).close(Duration.ZERO);
    }

    /** Returns why a client refuses its settings. A client that is not created has the reason as its cause. */
    private static String reason(Throwable error) {
        boolean isWrapped = String.valueOf(error.getMessage()).startsWith("Failed to construct kafka");
        Throwable reason = isWrapped && error.getCause() != null ? error.getCause() : error;
        return String.valueOf(reason.getMessage());
    }
}
