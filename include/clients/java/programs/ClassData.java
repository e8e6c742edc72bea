package kerran;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.KafkaException;

/** Loads the classes that load programs need, so that Java can archive them. It connects to no broker. */
final class ClassData {
    private static final Map<String, String> NOWHERE =
            Map.of("bootstrap.servers", "127.0.0.1:1", "group.id", "none", "max.block.ms", "200");

    private ClassData() {}

    public static void main(String[] arguments) throws ClassNotFoundException {
        for (String program : List.of("DeliveryProducer", "DeliveryConsumer", "ProcessingConsumer", "Copier", "WarmUp")) {
            Class.forName("kerran." + program);
        }
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(new EffectiveSettings(NOWHERE).ofProducer())) {
            producer.partitionsFor("none");
        } catch (KafkaException error) {
            // expected: there are no brokers
        }
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(new EffectiveSettings(NOWHERE).ofConsumer())) {
            consumer.subscribe(List.of("none"));
            consumer.poll(Duration.ofMillis(200));
        }
    }
}
