package kerran;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import sun.misc.Signal;

/**
 * Runs the producer of a job with the client's own mock. It prints the calls of the client, one a line, and the largest
 * number of messages that waited for their acknowledgement.
 *
 * <p>The arguments are the job file and what the client does: {@code acknowledge} messages as soon as so many wait as the
 * job permits, {@code stop} the program instead, or {@code refuse} the first message before it acknowledges others.
 */
final class ProducerOnMock {
    public static void main(String[] arguments) throws Exception {
        Job job = Job.read(Path.of(arguments[0]));
        Client client = new Client(job, arguments[1]);
        EffectiveSettings unread = new EffectiveSettings(job.clientSettings());
        DeliveryProducer program = new DeliveryProducer(job, Signals.ofProcess(), unread, client);
        program.getReady();
        Signal.raise(new Signal("USR1"));
        Signal.raise(new Signal("USR2"));
        program.run();
        client.calls.add("at most " + client.mostWaiting + " waited");
        Files.write(job.path("calls"), client.calls);
        Runtime.getRuntime().halt(0);
    }

    /** A client that acknowledges messages in a thread of its own, and all of them when it is flushed. */
    private static final class Client extends MockProducer<byte[], byte[]> {
        final List<String> calls = new ArrayList<>();
        int mostWaiting;
        private final Semaphore acknowledgements = new Semaphore(0);
        private final long cell;
        private final int limit;
        private final boolean stopsProgram;
        private boolean refuses;
        private boolean mustAbort;
        private int waiting;

        Client(Job job, String behaviour) {
            super(Cluster.empty(), false, null, new ByteArraySerializer(), new ByteArraySerializer());
            cell = job.number("cell");
            limit = job.integer("unacknowledged_messages", Integer.MAX_VALUE);
            stopsProgram = behaviour.equals("stop");
            refuses = behaviour.equals("refuse");
            MetricName name = new MetricName("bufferpool-wait-time-ns-total", "producer-metrics", "", Map.of());
            setMockMetrics(name, new Metric() {
                @Override
                public MetricName metricName() {
                    return name;
                }

                @Override
                public Object metricValue() {
                    return 0.0;
                }
            });
            Thread acknowledging = new Thread(this::acknowledge, "acknowledging");
            acknowledging.setDaemon(true);
            acknowledging.start();
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> message, Callback callback) {
            String partition = message.partition() == null ? "" : " to " + message.partition();
            calls.add("send " + Message.idOf(message.value(), cell) + partition);
            if (refuses) {
                refuses = false;
                mustAbort = true;
                throw new KafkaException("an earlier message has failed");
            }
            mostWaiting = Math.max(mostWaiting, ++waiting);
            Future<RecordMetadata> sent = super.send(message, (metadata, error) -> {
                waiting--;
                callback.onCompletion(metadata, error);
            });
            if (waiting >= limit) reachLimit();
            return sent;
        }

        @Override
        public void beginTransaction() {
            calls.add("begin");
            super.beginTransaction();
        }

        @Override
        public void commitTransaction() {
            calls.add("commit");
            commitTransactionException = mustAbort ? new KafkaException("an earlier message has failed") : null;
            super.commitTransaction();
        }

        @Override
        public synchronized void abortTransaction() {
            calls.add("abort while " + waiting + " wait");
            mustAbort = false;
            super.abortTransaction();
        }

        private void reachLimit() {
            if (stopsProgram) Signal.raise(new Signal("TERM"));
            else acknowledgements.release();
        }

        private void acknowledge() {
            while (true) {
                acknowledgements.acquireUninterruptibly();
                completeNext();
            }
        }
    }
}
