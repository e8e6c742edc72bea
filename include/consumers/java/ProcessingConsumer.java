package kerran;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * Processes the messages that it receives, and commits before or after, as {@code include.consumers.processing} does.
 *
 * <p>With {@code auto-commit} this client commits at the beginning of a later poll, and then only what an earlier poll has
 * returned: unlike librdkafka, it never commits what is not processed yet.
 */
final class ProcessingConsumer extends ConsumerProgram {
    private final String processing;
    private final boolean pausesBeforeProcessing;
    private long pauseAfter;
    private long processed;
    private long commitsRefused;

    public static void main(String[] arguments) {
        LoadProgram.main(arguments, ProcessingConsumer::new);
    }

    ProcessingConsumer(Job job, Signals signals) {
        super(job, signals);
        processing = job.text("processing");
        pausesBeforeProcessing = job.flag("pauses_before_processing");
        pauseAfter = job.has("pause_after") ? job.number("pause_after") : Long.MAX_VALUE;
    }

    @Override
    public void run() {
        while (!signals.stopping()) {
            ConsumerRecords<byte[], byte[]> messages = consumer.receive(GroupConsumer.POLL);
            if (!messages.isEmpty()) processAndCommit(messages, System.nanoTime());
            reportProgress();
        }
    }

    @Override
    public Map<String, Long> counts() {
        return Map.of("received", processed, "different", check.different(), "commits_refused", commitsRefused);
    }

    private void processAndCommit(ConsumerRecords<byte[], byte[]> messages, long receivedNs) {
        switch (processing) {
            case "commit-first" -> {
                if (!commit(messages)) return;
                pauseIfDue(messages.count());
                process(messages, receivedNs);
            }
            case "process-first" -> {
                process(messages, receivedNs);
                pauseIfDue(0);
                commit(messages);
            }
            case "process-first-async" -> {
                process(messages, receivedNs);
                pauseIfDue(0);
                consumer.commitAsync(messages);
            }
            default -> {
                if (pausesBeforeProcessing) pauseIfDue(messages.count());
                process(messages, receivedNs);
                if (!pausesBeforeProcessing) pauseIfDue(0);
            }
        }
    }

    private void process(ConsumerRecords<byte[], byte[]> messages, long receivedNs) {
        journal.write(messages, check, receivedNs, System.nanoTime());
        processed += messages.count();
    }

    private boolean commit(ConsumerRecords<byte[], byte[]> messages) {
        boolean isCommitted = consumer.commit(messages, signals::stopping);
        if (!isCommitted) commitsRefused++;
        return isCommitted;
    }

    /** Pauses between processing and commit, so that a fault strikes there; {@code unprocessed} messages follow. */
    private void pauseIfDue(int unprocessed) {
        if (processed + unprocessed < pauseAfter) return;
        pauseAfter = Long.MAX_VALUE;
        Events.emit("paused", "counts", counts());
        signals.awaitResume();
    }
}
