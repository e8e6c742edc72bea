package kerran;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/** Receives the messages of a cell until it is told to stop, as {@code include.consumers.delivery_consumer} does. */
final class DeliveryConsumer extends ConsumerProgram {
    private static final long LOOK_INTERVAL_NS = 100_000_000;

    private final Journal journal;
    private final ReceiptLateness lateness = new ReceiptLateness();
    private Usage first;
    private Usage last;

    private record Usage(long atNs, long cpuNs) {}

    public static void main(String[] arguments) {
        LoadProgram.main(arguments, DeliveryConsumer::new);
    }

    DeliveryConsumer(Job job, Signals signals) {
        super(job, signals);
        journal = new Journal(job);
    }

    @Override
    public void run() {
        while (!signals.stopping()) receive(GroupConsumer.POLL);
        boolean isMore = true; // What the client has already fetched counts as delivered.
        while (isMore) isMore = receive(Duration.ZERO);
    }

    /** Returns the counts of deliveries, the CPU time of receiving and, at the end, how late receipts may have been. */
    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("received", journal.check.received());
        counts.put("different", journal.check.different());
        counts.put("corrupted", journal.check.corrupted());
        counts.put("foreign", journal.check.foreign());
        if (first != last) {
            counts.put("receiving_ns", last.atNs - first.atNs);
            counts.put("receiving_cpu_ns", last.cpuNs - first.cpuNs);
        }
        if (signals.stopping()) counts.putAll(lateness.counts());
        return counts;
    }

    /** Records the CPU time at the first receipt, and at later receipts at most every tenth of a second. */
    private void look(long nowNs) {
        if (last != null && nowNs - last.atNs < LOOK_INTERVAL_NS) return;
        last = new Usage(nowNs, CpuTime.ofProcess());
        if (first == null) first = last;
    }

    private boolean receive(Duration wait) {
        lateness.ask();
        ConsumerRecords<byte[], byte[]> messages = consumer.receive(wait);
        long receivedNs = System.nanoTime();
        lateness.take(messages.count(), receivedNs);
        if (!messages.isEmpty()) {
            look(receivedNs);
            journal.write(messages, receivedNs, receivedNs);
        }
        reportProgress(journal.check.different());
        return !messages.isEmpty();
    }
}
