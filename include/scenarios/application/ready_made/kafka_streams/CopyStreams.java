import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/** Copies each message with Kafka Streams, whose processing guarantee follows from SEMANTICS. */
public final class CopyStreams {
    public static void main(String[] arguments) {
        boolean isExactlyOnce = "exactly-once".equals(variable("SEMANTICS"));
        Properties settings = new Properties();
        settings.put(StreamsConfig.APPLICATION_ID_CONFIG, variable("GROUP"));
        settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, variable("BOOTSTRAP_SERVERS"));
        settings.put(StreamsConfig.STATE_DIR_CONFIG, variable("STATE_FOLDER"));
        settings.put(
                StreamsConfig.PROCESSING_GUARANTEE_CONFIG,
                isExactlyOnce ? StreamsConfig.EXACTLY_ONCE_V2 : StreamsConfig.AT_LEAST_ONCE);
        settings.put(StreamsConfig.DEFAULT_KEY_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.put(StreamsConfig.DEFAULT_VALUE_SERDE_CLASS_CONFIG, Serdes.ByteArraySerde.class);
        settings.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        // With the default of 45 s, the group waits that long for each killed member.
        settings.put(StreamsConfig.consumerPrefix("session.timeout.ms"), 6000);
        settings.put(StreamsConfig.consumerPrefix("heartbeat.interval.ms"), 1500);

        StreamsBuilder builder = new StreamsBuilder();
        builder.<byte[], byte[]>stream(variable("INPUT_TOPIC")).to(variable("OUTPUT_TOPIC"));
        KafkaStreams streams = new KafkaStreams(builder.build(), settings);
        streams.setUncaughtExceptionHandler(error -> StreamThreadExceptionResponse.SHUTDOWN_APPLICATION);
        Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.ERROR) {
                Runtime.getRuntime().halt(1);
            }
        });
        streams.start();
    }

    private static String variable(String name) {
        return System.getenv(name);
    }
}
