import java.io.File;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Copies the value of each message with Flink, from the newest checkpoint on if there is one. */
public final class CopyFlink {
    public static void main(String[] arguments) throws Exception {
        String checkpoints = System.getenv("STATE_FOLDER") + "/checkpoints";
        Configuration settings = new Configuration();
        settings.setString("execution.checkpointing.interval", "1 s");
        settings.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        settings.setString("execution.checkpointing.dir", "file://" + checkpoints);
        settings.setString("restart-strategy.type", "none");
        newest(new File(checkpoints))
                .ifPresent(path -> settings.setString("execution.state-recovery.path", "file://" + path));
        StreamExecutionEnvironment flink = StreamExecutionEnvironment.createLocalEnvironment(1, settings);

        KafkaSource<String> source = KafkaSource.<String>builder()
                .setBootstrapServers(System.getenv("BOOTSTRAP_SERVERS"))
                .setTopics(System.getenv("INPUT_TOPIC"))
                .setGroupId(System.getenv("GROUP"))
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setValueOnlyDeserializer(new SimpleStringSchema())
                .build();
        KafkaSinkBuilder<String> sink = KafkaSink.<String>builder()
                .setBootstrapServers(System.getenv("BOOTSTRAP_SERVERS"))
                .setRecordSerializer(KafkaRecordSerializationSchema.<String>builder()
                        .setTopic(System.getenv("OUTPUT_TOPIC"))
                        .setValueSerializationSchema(new SimpleStringSchema())
                        .build());
        sink.setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE);
        if ("exactly-once".equals(System.getenv("SEMANTICS"))) {
            String timeout = Optional.ofNullable(System.getenv("TRANSACTION_TIMEOUT_MS")).orElse("60000");
            sink.setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                    .setTransactionalIdPrefix(System.getenv("TRANSACTIONAL_ID"))
                    .setProperty("transaction.timeout.ms", timeout);
        }
        flink.fromSource(source, WatermarkStrategy.noWatermarks(), "in").sinkTo(sink.build());
        flink.execute();
    }

    private static Optional<File> newest(File folder) {
        File[] jobs = Optional.ofNullable(folder.listFiles()).orElse(new File[0]);
        return Arrays.stream(jobs)
                .flatMap(job -> Arrays.stream(Optional.ofNullable(job.listFiles()).orElse(new File[0])))
                .filter(checkpoint -> new File(checkpoint, "_metadata").exists())
                .max(Comparator.comparingLong(File::lastModified));
    }
}
