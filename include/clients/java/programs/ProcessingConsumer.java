package kerran;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * Processes the messages that it receives. Commits before or after, as {@code include.consumers.processing} does.
 *
 * <p>With {@code auto-commit} this client commits at the beginning of a later poll, and then only what an earlier poll has
 * returned: unlike librdkafka, it never commits what is not processed yet.
 */
final class ProcessingConsumer extends CommittingProgram {
    private final Journal journal;
    private final String processing;
    private final boolean pausesBeforeProcessing;
    private long processed;

    public static void main(String[] arguments) {
        LoadProgram.main(arguments, ProcessingConsumer::new);
    }

    ProcessingConsumer(Job job, Signals signals) {
        super(job, signals);
        journal = new Journal(job);
        processing = job.text("processing");
        pausesBeforeProcessing = job.flag("pauses_before_processing");
    }

    @Override
    public void run() {
        while (!signals.stopping()) {
            ConsumerRecords<byte[], byte[]> messages = consumer.receive(GroupConsumer.POLL);
            if (!messages.isEmpty()) processAndCommit(messages, System.nanoTime());
            reportProgress(journal.check.different());
        }
    }

    @Override
    public Map<String, Long> counts() {
        return Map.of("received", processed, "different", journal.check.different(), "commits_refused", commitsRefused);
    }

    private void processAndCommit(ConsumerRecords<byte[], byte[]> messages, long receivedNs) {
        switch (processing) {
            case "commit-first" -> {
                if (!commit(messages)) return;
                pauseIfDue(processed + messages.count());
                process(messages, receivedNs);
            }
            case "process-first" -> {
                process(messages, receivedNs);
                pauseIfDue(processed);
                commit(messages);
            }
            case "process-first-async" -> {
                process(messages, receivedNs);
                pauseIfDue(processed);
                consumer.commitAsync(messages);
            }
            default -> {
                if (pausesBeforeProcessing) pauseIfDue(processed + messages.count());
                process(messages, receivedNs);
                if (!pausesBeforeProcessing) pauseIfDue(processed);
            }
        }
    }

    private void process(ConsumerRecords<byte[], byte[]> messages, long receivedNs) {
        journal.write(messages, receivedNs, System.nanoTime());
        processed += messages.count();
    }
}
