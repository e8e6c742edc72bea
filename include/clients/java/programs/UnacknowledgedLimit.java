package kerran;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Limits the messages that wait for their acknowledgement. */
final class UnacknowledgedLimit {
    /** The time after which a wait asks again whether sending is over. An acknowledgement ends the wait at once. */
    private static final long POLL_MS = 50;

    private final Semaphore room;

    UnacknowledgedLimit(int messages) {
        room = new Semaphore(messages);
    }

    /** Takes the room for a message if there is any; returns whether it was taken. */
    boolean tryTake() {
        return room.tryAcquire();
    }

    /** Waits for room for a message, and takes it. Returns false if sending is over before there is room. */
    boolean take(BooleanSupplier isOver) {
        try {
            while (!room.tryAcquire(POLL_MS, TimeUnit.MILLISECONDS)) {
                if (isOver.getAsBoolean()) return false;
            }
        } catch (InterruptedException error) {
            throw new IllegalStateException(error);
        }
        return true;
    }

    /** Gives back the room of a message that waits no longer. */
    void release() {
        room.release();
    }
}
