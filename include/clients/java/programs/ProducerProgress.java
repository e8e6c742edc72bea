package kerran;

import java.util.Map;

/** Reports how many messages a producer has sent: at an interval, and at once when a milestone is reached. */
final class ProducerProgress {
    private static final long INTERVAL_NS = 250_000_000;

    private final int[] milestones;
    private int nextMilestone;
    private long dueNs;

    ProducerProgress(int[] milestones) {
        this.milestones = milestones;
    }

    void report(int sent, int reported) {
        long now = System.nanoTime();
        boolean passed = nextMilestone < milestones.length && sent >= milestones[nextMilestone];
        if (passed) nextMilestone++;
        if (!passed && now < dueNs) return;
        dueNs = now + INTERVAL_NS;
        Events.emit("progress", "counts", Map.of("sent", sent, "reported", reported));
    }
}
