package kerran;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A transactional producer that obeys its standard input: a line begins a transaction with this message, and an
 * empty line commits it. It answers each line with "ok", when the message is acknowledged or the transaction
 * committed, or with the name of the error.
 */
final class TransactionByLine {
    public static void main(String[] arguments) throws Exception {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0],
                ProducerConfig.TRANSACTIONAL_ID_CONFIG, arguments[1],
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, arguments[3],
                ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        StringSerializer text = new StringSerializer();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(settings, text, text)) {
            producer.initTransactions();
            for (String line; (line = input.readLine()) != null; ) {
                System.out.println(answer(producer, arguments[2], line));
            }
        }
    }

    private static String answer(KafkaProducer<String, String> producer, String topic, String message) throws Exception {
        try {
            if (message.isEmpty()) {
                producer.commitTransaction();
            } else {
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(topic, message)).get();
            }
            return "ok";
        } catch (KafkaException error) {
            return error.getClass().getSimpleName();
        }
    }
}
