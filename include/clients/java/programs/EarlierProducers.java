package kerran;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The producers that this producer replaces, in order; none if this producer is the first. */
final class EarlierProducers {
    private final List<EarlierProducer> producers;

    EarlierProducers(Path cell, List<String> programs) {
        producers = programs.stream().map(program -> new EarlierProducer(cell, program)).toList();
    }

    /** Returns the number of transactions that they began. */
    int transactions() {
        return producers.stream().mapToInt(producer -> producer.transactions).sum();
    }

    /** Returns whether one of them knows that a message was acknowledged. */
    boolean isAcked(int message) {
        return producers.stream().anyMatch(producer -> producer.log.isAcked(message));
    }

    /** Returns which of these messages must be sent, in their order, by the rule that the job names. */
    int[] messagesToSend(IntStream messages, String resend) {
        return messages.filter(message -> producers.stream().noneMatch(producer -> producer.isDone(message, resend)))
                .toArray();
    }

    /** Returns when message 0 was due at a fixed rate; 0 if no message was handed over. */
    long scheduleBeganNs(double rate) {
        return producers.stream()
                .mapToLong(producer -> producer.scheduleBeganNs(rate))
                .filter(moment -> moment != 0)
                .findFirst()
                .orElse(0);
    }
}
