package kerran;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Records how late a consumer may have taken its messages, as {@code include.consumers.delivery_consumer} does. */
final class ReceiptLateness {
    private static final int[] PERCENTILES = {50, 99};

    private long returnedNs;
    private long awayNs;
    private long[] latenessNs = new long[1024];
    private int[] messages = new int[1024];
    private int polls;

    /** Records that the consumer begins to wait for messages. */
    void ask() {
        awayNs = returnedNs == 0 ? 0 : System.nanoTime() - returnedNs;
    }

    /** Records that the client returned so many messages at this time. */
    void take(int count, long receivedNs) {
        returnedNs = receivedNs;
        if (count == 0) return;
        if (polls == messages.length) {
            latenessNs = Arrays.copyOf(latenessNs, 2 * polls);
            messages = Arrays.copyOf(messages, 2 * polls);
        }
        latenessNs[polls] = awayNs;
        messages[polls++] = count;
    }

    /** Returns the median and the 99th percentile over all messages, in ns; nothing without a message. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        int[] order = IntStream.range(0, polls)
                .boxed()
                .sorted(Comparator.comparingLong(poll -> latenessNs[poll]))
                .mapToInt(Integer::intValue)
                .toArray();
        long all = Arrays.stream(messages, 0, polls).asLongStream().sum();
        for (int percentile : PERCENTILES) {
            long reached = 0;
            for (int poll : order) {
                reached += messages[poll];
                if (reached * 100 < percentile * all) continue;
                counts.put("receipt_lateness_p" + percentile + "_ns", latenessNs[poll]);
                break;
            }
        }
        return counts;
    }
}
