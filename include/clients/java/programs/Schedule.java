package kerran;

import java.util.concurrent.locks.LockSupport;

/** When each message is due: at once, or at a fixed rate that does not depend on what was sent so far. */
final class Schedule {
    /** The time at which a message without a fixed rate is due: before all others. */
    static final long AT_ONCE = 0;

    private static final double NS_PER_SECOND = 1e9;

    private final double rate;
    private final long beganNs;

    /** Begins the schedule of a rate in messages per second; without a fixed rate, the rate is not a number (NaN). */
    Schedule(double rate, long beganNs) {
        this.rate = rate;
        this.beganNs = beganNs;
    }

    long dueNs(int message) {
        return Double.isNaN(rate) ? AT_ONCE : beganNs + offsetNs(message, rate);
    }

    static long offsetNs(int message, double rate) {
        return (long) (message * NS_PER_SECOND / rate);
    }

    /** Sleeps until a time; returns at once if that time has passed. */
    static void sleepUntil(long dueNs) {
        for (long left = dueNs - System.nanoTime(); left > 0; left = dueNs - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
