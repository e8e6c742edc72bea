package kerran;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Runs a load program once, with a topic, a group and a transactional id of its own, before the program becomes ready.
 *
 * <p>Java compiles a method when it has been called some hundred times. A program without warm-up would
 * compile while its first messages are timed.
 */
final class WarmUp {
    private static final String SUFFIX = ".warm-up";
    private static final String PURPOSE = ".warmup";
    private static final int LONGEST_NAME = 249;
    private static final int PARTITIONS = 3;
    private static final Map<String, String> ONE_REPLICA_SUFFICES = Map.of("min.insync.replicas", "1");

    /** A producer that waits for each message needs more time. Compilation does not hold this producer up. */
    private static final String LONGEST_SENDING_SECONDS = "2";

    private static final long LONGEST_MS = 20_000;
    private static final long LOOK_MS = 10;

    private final Job job;
    private final BiFunction<Job, Signals, LoadProgram> create;
    private final int messages;
    private final String topic;
    private final Map<String, Object> connection = new HashMap<>();

    WarmUp(Job job, BiFunction<Job, Signals, LoadProgram> create) {
        this.job = job;
        this.create = create;
        messages = job.integer("warm_up_messages");
        topic = nameBeside(job.text("topic"));
        job.clientSettings().forEach((name, value) -> {
            boolean isConnection = Stream.of("bootstrap.servers", "security.", "sasl.", "ssl.")
                    .anyMatch(name::startsWith);
            if (isConnection) connection.put(name, value);
        });
    }

    /** Returns a name that shows that the topic belongs to the cell (include/clusters/topic_names.py). */
    private static String nameBeside(String topic) {
        int ending = topic.lastIndexOf('.');
        String attempt = topic.substring(ending, topic.lastIndexOf('-') + 1);
        String newEnding = attempt + String.format("%08x", ThreadLocalRandom.current().nextInt());
        String name = topic.substring(0, ending) + PURPOSE;
        return name.substring(0, Math.min(name.length(), LONGEST_NAME - newEnding.length())) + newEnding;
    }

    /** Runs the program; its records and its events are thrown away. */
    void run() {
        try (Admin admin = Admin.create(connection)) {
            NewTopic created = new NewTopic(topic, PARTITIONS, (short) 1).configs(ONE_REPLICA_SUFFICES);
            admin.createTopics(List.of(created)).all().get();
            Path folder = Files.createTempDirectory("kerran-warm-up-");
            Events.mute(true);
            try {
                if (job.has("assigned")) fillTopic();
                exercise(changed(folder));
            } finally {
                Events.mute(false);
                remove(folder);
                admin.deleteTopics(List.of(topic)).all().get();
            }
        } catch (IOException | ExecutionException | InterruptedException error) {
            throw new ProgramError("the program could not be warmed up: " + error.getMessage());
        }
    }

    private Job changed(Path folder) {
        Map<String, String> changes = new HashMap<>();
        changes.put("folder", folder.toString());
        changes.put("topic", topic);
        changes.put("output", topic);
        changes.put("messages", Integer.toString(messages));
        changes.put("sending_seconds", LONGEST_SENDING_SECONDS);
        changes.put("index", "0");
        changes.put("producers", "1");
        changes.put("partitions", Integer.toString(PARTITIONS));
        for (String field : List.of("takes_over", "milestones", "pause_after", "rate", "partition_cycle")) {
            changes.put(field, null);
        }
        if (job.integers("assigned").length > 0) changes.put("assigned", "0,1,2");
        for (String client : List.of("client_settings", "producer_settings")) {
            for (String name : List.of("group.id", "transactional.id", "group.instance.id")) {
                String setting = client + "." + name;
                if (job.has(setting)) changes.put(setting, job.text(setting) + SUFFIX);
            }
        }
        return job.with(changes);
    }

    /** Sends the messages that a program consumes, without the program's own settings. */
    private void fillTopic() {
        FillerPool fillers = new FillerPool(job);
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(new EffectiveSettings(connection).ofProducer())) {
            for (int message = 0; message < messages; message++) {
                byte[] value = fillers.newMessage(message);
                Message.writeHeader(value, message, job.number("cell"), System.nanoTime());
                producer.send(new ProducerRecord<>(topic, message % PARTITIONS, null, value));
            }
        }
    }

    /** Runs a program until it has handled all messages. */
    private void exercise(Job changed) {
        Signals signals = Signals.begun();
        LoadProgram program = create.apply(changed, signals);
        program.getReady();
        if (job.has("assigned")) { // a program that consumes runs until it is told to stop
            Thread watch = new Thread(() -> stopWhenDone(program, signals), "warm-up");
            watch.setDaemon(true);
            watch.start();
        }
        program.run();
        signals.stop();
        program.leave();
    }

    private void stopWhenDone(LoadProgram program, Signals signals) {
        long endMs = System.currentTimeMillis() + LONGEST_MS;
        while (!signals.stopping() && System.currentTimeMillis() < endMs) {
            Map<String, Long> counts = program.counts();
            long handled = counts.getOrDefault("different", counts.getOrDefault("copied", 0L));
            if (handled >= messages) break;
            try {
                Thread.sleep(LOOK_MS);
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
        }
        signals.stop();
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException error) {
                    throw new UncheckedIOException(error);
                }
            });
        }
    }
}
