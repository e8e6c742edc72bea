package kerran;

import java.util.Map;
import java.util.function.Supplier;

/** The pause of a program after a number of messages, so that a fault can strike. It occurs only once. */
final class PauseForFault {
    private final Signals signals;
    private long after;

    PauseForFault(Job job, Signals signals) {
        this.signals = signals;
        after = job.has("pause_after") ? job.number("pause_after") : Long.MAX_VALUE;
    }

    /** Pauses if a program that has handled so many messages must pause. */
    void waitIfDue(long messages, Supplier<Map<String, Long>> counts) {
        if (isDue(messages)) pause(counts, signals::awaitResume);
    }

    /** Pauses likewise, and works at every interval, the first time before the fault can strike. */
    void waitIfDue(long messages, Supplier<Map<String, Long>> counts, long intervalMs, Runnable work) {
        if (!isDue(messages)) return;
        if (!signals.isResumedWithin(intervalMs)) work.run();
        pause(counts, () -> {
            while (!signals.isResumedWithin(intervalMs)) work.run();
        });
    }

    private boolean isDue(long messages) {
        return messages >= after;
    }

    private void pause(Supplier<Map<String, Long>> counts, Runnable untilResumed) {
        after = Long.MAX_VALUE;
        Events.emit("paused", "counts", counts.get());
        untilResumed.run();
    }
}
