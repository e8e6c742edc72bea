package kerran;

/** A program that waits for ever before it is ready. */
final class NeverReady {
    public static void main(String[] arguments) {
        Events.mute(true);
        new ReadinessGuard(100).call(() -> {
            Object answer = new Object();
            synchronized (answer) {
                try {
                    answer.wait();
                } catch (InterruptedException error) {
                    throw new IllegalStateException(error);
                }
            }
            return null;
        });
    }
}
