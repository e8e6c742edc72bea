package kerran;

import sun.misc.Signal;

/**
 * The signals that begin (SIGUSR1), resume (SIGUSR2) and stop (SIGTERM) a load program, or calls instead of them. A second
 * SIGUSR1 lets a producer finish before it has sent all messages.
 */
final class Signals {
    private volatile boolean begun;
    private volatile boolean finishing;
    private volatile boolean resumed;
    private volatile boolean stopping;

    private Signals() {}

    /** Returns the signals that this process receives from now on. */
    static Signals ofProcess() {
        Signals signals = new Signals();
        Signal.handle(new Signal("USR1"), signal -> signals.set(signals::begin));
        Signal.handle(new Signal("USR2"), signal -> signals.set(() -> signals.resumed = true));
        Signal.handle(new Signal("TERM"), signal -> signals.stop());
        return signals;
    }

    /** Returns the signals of a program that has begun. */
    static Signals begun() {
        Signals signals = new Signals();
        signals.begun = true;
        return signals;
    }

    /** Tells the program to stop. */
    void stop() {
        set(() -> stopping = true);
    }

    /** Returns whether the producer must send no further message. */
    boolean finishing() {
        return finishing || stopping;
    }

    boolean stopping() {
        return stopping;
    }

    /** Returns when the program is told to begin, or to stop. */
    synchronized void awaitBegin() {
        while (!begun && !stopping) await();
    }

    /** Returns when the program is told to resume, or to stop. */
    synchronized void awaitResume() {
        while (!resumed && !stopping) await();
    }

    /** Returns whether the program is told to resume, or to stop, within a time. */
    synchronized boolean isResumedWithin(long milliseconds) {
        long endNs = System.nanoTime() + milliseconds * 1_000_000;
        while (!resumed && !stopping) {
            long leftMs = (endNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) return false;
            await(leftMs);
        }
        return true;
    }

    /** Returns when the program is told to stop. */
    synchronized void awaitStop() {
        while (!stopping) await();
    }

    private void begin() {
        finishing = begun;
        begun = true;
    }

    private synchronized void set(Runnable change) {
        change.run();
        notifyAll();
    }

    private void await() {
        await(0);
    }

    /** Waits for a signal, for at most so many milliseconds; 0: without an end. */
    private synchronized void await(long milliseconds) {
        try {
            wait(milliseconds);
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }
}
