import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.BatchMessageListener;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.KafkaMessageListenerContainer;
import org.springframework.kafka.transaction.KafkaTransactionManager;

/** Copies each message with a listener container of Spring, in the container's transaction if SEMANTICS says so. */
public final class CopySpring {
    public static void main(String[] arguments) {
        boolean isExactlyOnce = "exactly-once".equals(variable("SEMANTICS"));
        var consumers = new DefaultKafkaConsumerFactory<byte[], byte[]>(
                Map.of(
                        "bootstrap.servers", variable("BOOTSTRAP_SERVERS"),
                        "auto.offset.reset", "earliest",
                        "isolation.level", "read_committed",
                        "session.timeout.ms", 6000,
                        "heartbeat.interval.ms", 1500),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        var producers = new DefaultKafkaProducerFactory<byte[], byte[]>(
                Map.of("bootstrap.servers", variable("BOOTSTRAP_SERVERS")),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        var properties = new ContainerProperties(variable("INPUT_TOPIC"));
        properties.setGroupId(variable("GROUP"));
        if (isExactlyOnce) {
            producers.setTransactionIdPrefix(variable("TRANSACTIONAL_ID"));
            properties.setKafkaAwareTransactionManager(new KafkaTransactionManager<>(producers));
        }
        var template = new KafkaTemplate<>(producers);
        properties.setMessageListener((BatchMessageListener<byte[], byte[]>) messages -> copy(messages, template));
        var container = new KafkaMessageListenerContainer<>(consumers, properties);
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
        container.start();
    }

    /** Send the messages, and return when all are acknowledged: the container then commits. */
    private static void copy(List<ConsumerRecord<byte[], byte[]>> messages, KafkaTemplate<byte[], byte[]> template) {
        Stream<ProducerRecord<byte[], byte[]>> outputs = messages.stream()
                .map(in -> new ProducerRecord<>(variable("OUTPUT_TOPIC"), null, in.key(), in.value(), in.headers()));
        CompletableFuture.allOf(outputs.map(template::send).toArray(CompletableFuture[]::new)).join();
    }

    private static String variable(String name) {
        return System.getenv(name);
    }
}
