package kerran;

import java.util.Map;
import java.util.function.Supplier;

/** Reports a consumer's progress: at an interval, and at once when all messages have arrived. */
final class ConsumerProgress {
    private static final long INTERVAL_NS = 100_000_000;

    private final long messages;
    private boolean wasComplete;
    private long dueNs;

    ConsumerProgress(Job job) {
        messages = job.number("messages");
    }

    /** Prints an event if one is due; {@code different} is the number of different messages that have arrived. */
    void report(long different, GroupConsumer consumer, Supplier<Map<String, Long>> counts) {
        long now = System.nanoTime();
        boolean isComplete = different == messages;
        if (now < dueNs && isComplete == wasComplete) return;
        wasComplete = isComplete;
        dueNs = now + INTERVAL_NS;
        Events.emit("progress", Map.of("counts", counts.get(), "at_end", consumer.readUpTo()));
    }
}
