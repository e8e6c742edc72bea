package kerran;

import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Prints, for two producers and a consumer, the name that the client gave itself and the settings read back. */
final class SettingsOfClients {
    private static final Map<String, String> CHOSEN = Map.of("bootstrap.servers", "127.0.0.1:1", "group.id", "g");

    public static void main(String[] arguments) {
        for (int producers = 0; producers < 2; producers++) {
            EffectiveSettings settings = new EffectiveSettings(CHOSEN);
            print(new KafkaProducer<>(settings.ofProducer()).metrics(), settings);
        }
        EffectiveSettings settings = new EffectiveSettings(CHOSEN);
        print(new KafkaConsumer<>(settings.ofConsumer()).metrics(), settings);
        Runtime.getRuntime().halt(0);
    }

    private static void print(Map<MetricName, ? extends Metric> metrics, EffectiveSettings settings) {
        String name = metrics.keySet().iterator().next().tags().get("client-id");
        System.out.println(Json.write(Map.of("name", name, "settings", settings.readBack())));
    }
}
