package kerran;

import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;

/** The time for which the client has waited for room in its buffer, as the client itself counts it. */
final class BufferWait {
    /** The names of the metric. From Kafka 3.1 on, the name contains the unit. */
    private static final List<String> NAMES = List.of("bufferpool-wait-time-ns-total", "bufferpool-wait-time-total");

    private final Metric waited;
    private double seen;

    BufferWait(Producer<?, ?> producer) {
        waited = producer.metrics().values().stream()
                .filter(metric -> NAMES.contains(metric.metricName().name()))
                .findFirst()
                .orElseThrow(() -> new ProgramError("the client does not count its waits: " + NAMES));
    }

    /** Returns whether the client has waited since the last call. */
    boolean hasGrown() {
        double now = ((Number) waited.metricValue()).doubleValue();
        boolean hasGrown = now > seen;
        seen = now;
        return hasGrown;
    }
}
