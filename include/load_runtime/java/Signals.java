package kerran;

import sun.misc.Signal;

/** The signals that begin (SIGUSR1), resume (SIGUSR2) and stop (SIGTERM) a load program. */
final class Signals {
    private volatile boolean begun;
    private volatile boolean resumed;
    private volatile boolean stopping;

    Signals() {
        Signal.handle(new Signal("USR1"), signal -> set(() -> begun = true));
        Signal.handle(new Signal("USR2"), signal -> set(() -> resumed = true));
        Signal.handle(new Signal("TERM"), signal -> set(() -> stopping = true));
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

    /** Returns when the program is told to stop. */
    synchronized void awaitStop() {
        while (!stopping) await();
    }

    private synchronized void set(Runnable change) {
        change.run();
        notifyAll();
    }

    private synchronized void await() {
        try {
            wait();
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }
}
