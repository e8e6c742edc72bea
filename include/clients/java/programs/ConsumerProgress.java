package kerran;

import java.util.Map;
import java.util.function.Supplier;

/** Reports a consumer's progress: at an interval, and at once when it has handled all messages. */
final class ConsumerProgress {
    private static final long INTERVAL_NS = 100_000_000;

    private final long messages;
    private boolean wasComplete;
    private long dueNs;

    ConsumerProgress(Job job) {
        messages = job.number("messages");
    }

    /**
     * Prints an event if one is due.
     *
     * @param done How many of the cell's messages the program has handled.
     * @param readUpTo Gives the offset up to which each partition was read.
     */
    void report(long done, Supplier<Map<Integer, Long>> readUpTo, Supplier<Map<String, Long>> counts) {
        long now = System.nanoTime();
        boolean isComplete = done == messages;
        if (now < dueNs && isComplete == wasComplete) return;
        wasComplete = isComplete;
        dueNs = now + INTERVAL_NS;
        Events.emit("progress", Map.of("counts", counts.get(), "at_end", readUpTo.get()));
    }
}
