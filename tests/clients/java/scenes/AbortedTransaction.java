package kerran;

import java.nio.file.Path;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;

/** Aborts a transaction of two messages, and sends the first of them again, with the client's own mock. */
final class AbortedTransaction {
    public static void main(String[] arguments) {
        Path cell = Path.of(arguments[0]);
        MockProducer<byte[], byte[]> producer = new MockProducer<>();
        producer.initTransactions();
        SentLog log = SentLog.create(cell.resolve("sent-producer"), 4);
        Transactions transactions =
                new Transactions(producer, TransactionRule.NONE, 0, cell.resolve("transactions-producer.jsonl"));
        transactions.begin(0);
        for (int message = 0; message < 2; message++) {
            log.created(message, 10 + message, transactions.current());
            log.handedOver(message, 20 + message);
        }
        producer.commitTransactionException = new KafkaException("a message has failed");
        Transaction aborted = transactions.commit(2);
        log.setAside(new int[] {0, 1}, cell.resolve("sent-producer-aborted-" + aborted.number));
        producer.commitTransactionException = null;
        transactions.begin(0);
        log.created(0, 30, transactions.current());
        log.handedOver(0, 31);
        transactions.commit(1);
    }
}
