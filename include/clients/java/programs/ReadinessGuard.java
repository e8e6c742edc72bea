package kerran;

import java.util.function.Supplier;

/** Ends a program that is not ready in time. Before that, prints what each thread of the program waits for. */
final class ReadinessGuard {
    private final long timeoutMs;
    private final HangGuard guard;

    ReadinessGuard(long timeoutMs) {
        this.timeoutMs = timeoutMs;
        guard = new HangGuard(timeoutMs, this::explain);
    }

    <Result> Result call(Supplier<Result> becomesReady) {
        return guard.call(becomesReady);
    }

    private void explain() {
        Events.mute(false);
        Events.emit("error", "reason", "not ready within " + timeoutMs / 1000 + " s; its log has the stack of each thread");
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            System.err.println(thread);
            for (StackTraceElement frame : frames) System.err.println("\tat " + frame);
        });
    }
}
