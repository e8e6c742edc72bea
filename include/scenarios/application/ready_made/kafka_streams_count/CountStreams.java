import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.processor.api.ContextualFixedKeyProcessor;
import org.apache.kafka.streams.processor.api.FixedKeyRecord;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/** Copies each JSON object, and adds the running count of its key, which a store of Kafka Streams keeps. */
public final class CountStreams {
    static final class Counter extends ContextualFixedKeyProcessor<byte[], byte[], byte[]> {
        @Override
        public void process(FixedKeyRecord<byte[], byte[]> message) {
            KeyValueStore<byte[], Long> counts = context().getStateStore("counts");
            Long before = counts.get(message.key());
            long count = before == null ? 1 : before + 1;
            counts.put(message.key(), count);
            String counted = "{\"count\": " + count + ", " + new String(message.value(), UTF_8).substring(1);
            context().forward(message.withValue(counted.getBytes(UTF_8)));
        }
    }

    public static void main(String[] arguments) {
        boolean isExactlyOnce = "exactly-once".equals(System.getenv("SEMANTICS"));
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, System.getenv("GROUP"));
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, System.getenv("BOOTSTRAP_SERVERS"));
        settings.put(StreamsConfig.STATE_DIR_CONFIG, System.getenv("STATE_FOLDER"));
        String guarantee = isExactlyOnce ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE;
        settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, guarantee);
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        // With the default of 45 s, the group waits that long for each killed member.
        settings.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6000);
        settings.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), 1500);

        StreamsBuilder builder = new StreamsBuilder();
        builder.addStateStore(Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore("counts"), Serdes.ByteArray(), Serdes.Long()));
        builder.<byte[], byte[]>stream(System.getenv("INPUT_TOPIC"))
                .processValues(Counter::new, "counts")
                .to(System.getenv("OUTPUT_TOPIC"));
        KafkaStreams streams = new KafkaStreams(builder.build(), settings);
        Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.ERROR) Runtime.getRuntime().halt(1);
        });
        streams.start();
    }
}
