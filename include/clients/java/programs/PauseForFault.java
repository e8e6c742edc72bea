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
        if (messages < after) return;
        after = Long.MAX_VALUE;
        Events.emit("paused", "counts", counts.get());
        signals.awaitResume();
    }
}
