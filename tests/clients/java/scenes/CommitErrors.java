package kerran;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortableException;

/** Prints, for errors that the first call of a commit may raise, what becomes of the transaction and of a message. */
final class CommitErrors {
    private static final TransactionRule GIVES_UP = new TransactionRule(Long.MAX_VALUE, 1, 0, true);

    public static void main(String[] arguments) {
        Path journal = Path.of(arguments[0]).resolve("journal");
        List<KafkaException> errors = List.of(
                new InvalidProducerEpochException("the epoch is an old one"),
                new TransactionAbortableException("the transaction must be aborted"),
                new ProducerFencedException("another producer took over"),
                new TimeoutException("the commit was not answered"));
        for (KafkaException error : errors) {
            String name = error.getClass().getSimpleName();
            print(name, error, TransactionRule.NONE, journal);
            if (error instanceof TimeoutException) print(name + ", time-out", error, GIVES_UP, journal);
            else print(name + ", wrapped", new KafkaException("an earlier error", error), TransactionRule.NONE, journal);
        }
    }

    private static void print(String name, KafkaException raised, TransactionRule rule, Path journal) {
        System.out.println(Json.write(Map.of(
                "error", name,
                "outcome", outcome(raised, rule, journal),
                "fate", ErrorFate.of(raised).word())));
    }

    private static String outcome(KafkaException raised, TransactionRule rule, Path journal) {
        MockProducer<byte[], byte[]> producer = new MockProducer<>() {
            private boolean hasRaised;

            @Override
            public void commitTransaction() {
                if (!hasRaised) {
                    hasRaised = true;
                    throw raised;
                }
                super.commitTransaction();
            }
        };
        producer.initTransactions();
        Transactions transactions = new Transactions(producer, rule, 0, journal);
        transactions.begin(0);
        try {
            return transactions.commit(1) == null ? "committed" : "aborted";
        } catch (KafkaException error) {
            return "raised";
        }
    }
}
