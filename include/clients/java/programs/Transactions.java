package kerran;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Transactions of N messages, or by the published rule: a send first commits a transaction that is at least N ms old.
 *
 * <p>Each change of a transaction is a line of a journal, so that it is known if this process is killed.
 */
final class Transactions {
    private final Producer<byte[], byte[]> producer;
    private final TransactionRule rule;
    private final int earlier;
    private final FileChannel journal;
    private Transaction open;
    private int ended;
    private int aborted;

    /** {@code earlier} is the number of transactions that an earlier producer began: numbering continues from it. */
    Transactions(Producer<byte[], byte[]> producer, TransactionRule rule, int earlier, Path journal) {
        this.producer = producer;
        this.rule = rule;
        this.earlier = earlier;
        try {
            this.journal = FileChannel.open(journal, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException error) {
            throw new ProgramError("the journal of transactions could not be opened: " + error.getMessage());
        }
    }

    /** Returns the number of the open transaction. */
    int current() {
        return earlier + ended;
    }

    /** Returns whether a new transaction must begin before the next message is sent. */
    boolean isDue() {
        return open == null || System.nanoTime() - open.begunNs >= rule.ageNs();
    }

    /** Returns whether the open transaction has all of its messages when it ends before a position. */
    boolean isFull(int nextPosition) {
        return open != null && nextPosition - open.first >= rule.messages();
    }

    /** Begins a transaction with the message at a position. */
    void begin(int position) {
        producer.beginTransaction();
        open = new Transaction(current(), System.nanoTime(), position);
        record(open);
    }

    /**
     * Ends the open transaction before a position: aborts it if the rule chooses it, and commits it otherwise.
     *
     * <p>The messages of a transaction that is aborted by choice need not be sent again.
     *
     * @return The transaction if it could not be committed, so that its messages must be sent again; otherwise null.
     */
    Transaction end(int nextPosition) {
        if (open == null || !rule.aborts(open.number)) return commit(nextPosition);
        producer.flush();
        abort(nextPosition);
        return null;
    }

    /**
     * Commits the open transaction, or aborts it if necessary. The transaction ends before a position.
     *
     * @return The transaction if it was aborted, so that its messages must be sent again; otherwise null.
     */
    Transaction commit(int nextPosition) {
        Transaction ending = open;
        if (ending == null) return null;
        open = null;
        ended++;
        ending.messages = nextPosition - ending.first;
        ending.commitCalledNs = System.nanoTime();
        record(ending);
        ending.outcome = commitOrAbort();
        ending.endedNs = System.nanoTime();
        record(ending);
        if (!ending.isAborted()) return null;
        aborted++;
        return ending;
    }

    /** If a transaction is open, aborts it. The transaction ends before a position. */
    void abort(int nextPosition) {
        Transaction ending = open;
        if (ending == null) return;
        open = null;
        ended++;
        ending.messages = nextPosition - ending.first;
        abort();
        ending.outcome = Transaction.ABORTED;
        ending.endedNs = System.nanoTime();
        record(ending);
        aborted++;
    }

    /**
     * Returns whether an error requires the abort of a transaction. After the abort, the producer can go on.
     *
     * <p>Every error that is not fatal requires an abort, such as InvalidProducerEpochException (from Kafka 2.7 on,
     * KIP-588) and TransactionAbortableException (KIP-890). If another producer has taken over, the abort fails.
     */
    static boolean requiresAbort(KafkaException error) {
        boolean isFatal = error instanceof OutOfOrderSequenceException || error instanceof UnsupportedVersionException;
        // A message that was denied is no part of the transaction, so that there is nothing to abort.
        return !isFatal && !ErrorFate.isDenial(error) && ErrorFate.of(error) != ErrorFate.FENCED;
    }

    Map<String, Long> counts() {
        return Map.of("transactions", (long) ended, "transactions_aborted", (long) aborted);
    }

    private String commitOrAbort() {
        while (true) {
            try {
                producer.commitTransaction();
                return Transaction.COMMITTED;
            } catch (TimeoutException | InterruptException retriable) {
                if (rule.givesUp()) throw retriable;
            } catch (KafkaException error) {
                if (!requiresAbort(error)) throw error;
                abort();
                return Transaction.ABORTED;
            }
        }
    }

    private void abort() {
        while (true) {
            try {
                producer.abortTransaction();
                return;
            } catch (TimeoutException | InterruptException retriable) {
                if (rule.givesUp()) throw retriable;
            }
        }
    }

    private void record(Transaction transaction) {
        try {
            journal.write(ByteBuffer.wrap((transaction.toJson() + "\n").getBytes(StandardCharsets.UTF_8)));
        } catch (IOException error) {
            throw new ProgramError("the journal of transactions could not be written: " + error.getMessage());
        }
    }
}
