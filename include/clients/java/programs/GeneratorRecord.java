package kerran;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The times, CPU times and lateness of a producer, from its first timed message until it has sent all messages,
 * without the waits for brokers.
 */
final class GeneratorRecord {
    private static final int[] LATENESS_PERCENTILES = {50, 99};

    private final long untimedMessages;
    private final long untimedNs;
    private final boolean isPaced;
    private long firstLookNs;
    private Usage began;
    private Usage ended;
    private long[] releasedNs = new long[64];
    private int releases;

    private record Usage(long atNs, long processNs, long compilersNs) {
        static Usage now() {
            return new Usage(System.nanoTime(), CpuTime.ofProcess(), CpuTime.ofCompilers());
        }
    }

    GeneratorRecord(Job job) {
        untimedMessages = job.number("untimed_messages");
        untimedNs = (long) (job.decimal("untimed_seconds", 0) * 1e9);
        isPaced = job.has("rate");
    }

    /** Begins to record if the next message, which has this id, is the first timed message. */
    void look(int message, long nowNs) {
        if (began != null) return;
        if (firstLookNs == 0) firstLookNs = nowNs;
        if (message >= untimedMessages && nowNs - firstLookNs >= untimedNs) began = Usage.now();
    }

    /** Stops recording: all messages were sent. */
    void end() {
        ended = Usage.now();
    }

    /** Records that the producer goes on now, after a wait that it did not cause. */
    void release() {
        if (releases == releasedNs.length) releasedNs = Arrays.copyOf(releasedNs, 2 * releases);
        releasedNs[releases++] = System.nanoTime();
    }

    /** Returns the times, the CPU times and the lateness in ns; nothing if no timed message was handed over. */
    Map<String, Long> counts(SentLog log) {
        Map<String, Long> counts = new LinkedHashMap<>();
        if (began == null || ended == null) return counts;
        counts.put("sending_ns", ended.atNs - began.atNs);
        counts.put("sending_cpu_ns", ended.processNs - began.processNs);
        counts.put("sending_compiler_cpu_ns", ended.compilersNs - began.compilersNs);
        counts.put("lead_in_compiler_cpu_ns", began.compilersNs);
        long[] late = isPaced ? sortedLateness(log) : new long[0];
        if (late.length > 0) {
            for (int percentile : LATENESS_PERCENTILES) {
                counts.put("lateness_p" + percentile + "_ns", percentileOf(late, percentile));
            }
        }
        return counts;
    }

    /** Returns the lateness of timed messages at hand-over, from when they were due or the producer went on. */
    private long[] sortedLateness(SentLog log) {
        long[] late = new long[log.messages()];
        int count = 0;
        for (int message = (int) untimedMessages; message < log.messages(); message++) {
            if (!log.isAttempted(message)) continue;
            long handedOverNs = log.handedOverNs(message);
            late[count++] = handedOverNs - Math.max(log.createdNs(message), lastReleaseBefore(handedOverNs));
        }
        long[] sorted = Arrays.copyOf(late, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private long lastReleaseBefore(long timeNs) {
        int place = Arrays.binarySearch(releasedNs, 0, releases, timeNs);
        int before = place >= 0 ? place : -place - 2;
        return before < 0 ? 0 : releasedNs[before];
    }

    /** Returns a percentile, which is interpolated between the two nearest values. */
    private static long percentileOf(long[] sorted, int percentile) {
        double rank = percentile / 100.0 * (sorted.length - 1);
        int below = (int) rank;
        int above = Math.min(below + 1, sorted.length - 1);
        return (long) (sorted[below] + (rank - below) * (sorted[above] - sorted[below]));
    }
}
