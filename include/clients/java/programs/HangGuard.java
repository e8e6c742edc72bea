package kerran;

import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/** Ends this process if a call does not return in time. Only the end of the process can interrupt the call. */
final class HangGuard {
    /** The exit code of a process that should be started again. Source: sysexits.h. */
    private static final int TEMPORARY_FAILURE = 75;

    private final Timer timer = new Timer("hang guard", true);
    private final long timeoutMs;
    private final Runnable beforeEnd;

    HangGuard(long timeoutMs, Runnable beforeEnd) {
        this.timeoutMs = timeoutMs;
        this.beforeEnd = beforeEnd;
    }

    void call(Runnable guarded) {
        call(() -> {
            guarded.run();
            return null;
        });
    }

    <Result> Result call(Supplier<Result> guarded) {
        TimerTask end = new TimerTask() {
            @Override
            public void run() {
                beforeEnd.run();
                Runtime.getRuntime().halt(TEMPORARY_FAILURE);
            }
        };
        timer.schedule(end, timeoutMs);
        try {
            return guarded.get();
        } finally {
            end.cancel();
        }
    }
}
