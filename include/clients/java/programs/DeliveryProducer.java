package kerran;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/**
 * Sends the messages of one cell in their order, and records the outcome of each, as {@code include.producers.delivery_producer}
 * does with librdkafka.
 *
 * <p>The client itself blocks when its buffer is full, and chooses the partitions unless the job says otherwise.
 */
final class DeliveryProducer implements LoadProgram {
    /** How many messages before its pause the producer stops taking the client's reports. */
    private static final int UNREPORTED_MESSAGES = 50;

    /** A call of the client that lasts longer was held up by the client's full buffer, which waits for brokers. */
    private static final long HELD_UP_NS = 1_000_000;

    private static final long FLUSH_MS = 250;

    private final Job job;
    /** Whether the program ends with the first failed delivery, as an application that starts a new producer. */
    private final boolean stopsAfterFailure;
    private final Signals signals;
    private final String topic;
    /** The number of producers that share the messages. {@code index} is the number of this producer, from 0. */
    private final int producers;

    private final int index;
    private final long cell;
    /** The partitions that messages take in turn; empty if the client chooses the partition. */
    private int[] partitionCycle;
    private final FillerPool fillers;
    private final SentLog log;
    private final EarlierProducers earlier;
    private final EffectiveSettings settings;
    private final Producer<byte[], byte[]> producer;
    private final BufferWait bufferWait;
    private final UnacknowledgedLimit unacknowledged;
    private final Transactions transactions;
    private final GeneratorRecord record;
    private final ProducerProgress progress;
    private final Queue<Runnable> heldReports = new ArrayDeque<>();
    private boolean holdsReports;
    private int[] toSend;
    private int sentByEarlier;
    private int handedOver;
    private int resent;
    private long queueFull;
    private int pauseAfter;
    private long stopAtNs = Long.MAX_VALUE;

    public static void main(String[] arguments) {
        LoadProgram.main(arguments, DeliveryProducer::new);
    }

    DeliveryProducer(Job job, Signals signals) {
        this(job, signals, new EffectiveSettings(job.clientSettings()));
    }

    private DeliveryProducer(Job job, Signals signals, EffectiveSettings settings) {
        this(job, signals, settings, new KafkaProducer<>(settings.ofProducer()));
    }

    DeliveryProducer(Job job, Signals signals, EffectiveSettings settings, Producer<byte[], byte[]> producer) {
        this.job = job;
        stopsAfterFailure = job.flag("stops_after_failure");
        this.signals = signals;
        this.settings = settings;
        this.producer = producer;
        topic = job.text("topic");
        producers = job.integer("producers", 1);
        index = job.integer("index", 0);
        cell = job.number("cell");
        partitionCycle = job.integers("partition_cycle");
        fillers = new FillerPool(job);
        String name = job.text("name");
        log = SentLog.create(job.path("sent-" + name), job.integer("messages"));
        earlier = new EarlierProducers(job.path(""), job.texts("takes_over"));
        bufferWait = new BufferWait(producer);
        unacknowledged = job.has("unacknowledged_messages")
                ? new UnacknowledgedLimit(job.integer("unacknowledged_messages"))
                : null;
        transactions = newTransactions(name);
        record = new GeneratorRecord(job);
        progress = new ProducerProgress(job.integers("milestones"));
        pauseAfter = job.integer("pause_after", Integer.MAX_VALUE);
    }

    private Transactions newTransactions(String name) {
        TransactionRule rule = TransactionRule.of(job);
        if (rule == null) return null;
        return new Transactions(producer, rule, earlier.transactions(), job.path("transactions-" + name + ".jsonl"));
    }

    /** An earlier producer with the same transactional id can act until transactions are initialised here. */
    @Override
    public void getReady() {
        producer.partitionsFor(topic);
        if (transactions != null) producer.initTransactions();
        IntStream shared = IntStream.range(0, log.messages()).filter(message -> message % producers == index);
        toSend = earlier.messagesToSend(shared, job.text("resend"));
        sentByEarlier = (log.messages() - index + producers - 1) / producers - toSend.length;
    }

    @Override
    public Map<String, String> effectiveSettings() {
        return settings.readBack();
    }

    @Override
    public void run() {
        signals.awaitBegin();
        record.release();
        try {
            sendAll();
        } finally {
            record.end();
        }
        drain();
        raiseIfGivenUp();
    }

    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("sent", (long) sent());
        counts.putAll(log.counts());
        counts.merge("acked", ackedByEarlier(), Long::sum);
        counts.put("queue_full", queueFull);
        counts.put("resent", (long) resent);
        counts.putAll(transactions == null ? Map.of("transactions", 0L) : transactions.counts());
        counts.putAll(record.counts(log));
        return counts;
    }

    @Override
    public void leave() {
        producer.close(Duration.ZERO);
    }

    private long ackedByEarlier() {
        return IntStream.range(0, log.messages())
                .filter(message -> earlier.isAcked(message) && !log.isAttempted(message))
                .count();
    }

    private int sent() {
        return sentByEarlier + handedOver;
    }

    /** Sends all messages, or as many as the time allows. Messages of an aborted transaction are sent again. */
    private void sendAll() {
        double rate = job.decimal("rate", Double.NaN);
        double seconds = job.decimal("sending_seconds", Double.POSITIVE_INFINITY);
        long nowNs = System.nanoTime();
        long beganNs = earlier.scheduleBeganNs(rate);
        Schedule schedule = new Schedule(rate, beganNs == 0 ? nowNs : beganNs);
        stopAtNs = Double.isInfinite(seconds) ? Long.MAX_VALUE : nowNs + (long) (seconds * 1e9);
        int position = 0;
        while (position < toSend.length && !isOver()) position = sendFrom(position, schedule);
        if (!signals.stopping()) endTransaction(position);
    }

    private boolean isOver() {
        return signals.finishing() || System.nanoTime() >= stopAtNs;
    }

    /** Returns the position at which to go on: the reached position, or the first of an aborted transaction. */
    private int sendFrom(int start, Schedule schedule) {
        for (int position = start; position < toSend.length; position++) {
            long dueNs = schedule.dueNs(toSend[position]);
            Schedule.sleepUntil(dueNs);
            if (isOver()) return position;
            if (transactions != null && transactions.isDue()) {
                int again = endTransaction(position);
                if (again < position) return again;
                transactions.begin(position);
            }
            if (!awaitRoom()) return position;
            if (!send(toSend[position], dueNs)) return endTransaction(position + 1);
            if (handedOver + sentByEarlier >= pauseAfter - UNREPORTED_MESSAGES) pauseIfDue();
            progress.report(sent(), log.reported());
            if (transactions != null && transactions.isFull(position + 1)) return endTransaction(position + 1);
        }
        return endTransaction(toSend.length);
    }

    /** Waits until the next message may be handed over. Returns false if sending is over earlier. */
    private boolean awaitRoom() {
        if (unacknowledged == null || unacknowledged.tryTake()) return true;
        boolean hasRoom = unacknowledged.take(this::isOver);
        queueFull++;
        record.release();
        return hasRoom;
    }

    /** Hands a message over to the client; returns whether the open transaction, if there is one, can go on. */
    private boolean send(int message, long dueNs) {
        long nowNs = System.nanoTime();
        record.look(message, nowNs);
        long createdNs = dueNs == Schedule.AT_ONCE ? nowNs : dueNs;
        byte[] value = fillers.newMessage(message);
        Message.writeHeader(value, message, cell, createdNs);
        log.created(message, createdNs, transactions == null ? MappedArray.UNSET : transactions.current());
        log.handedOver(message, nowNs);
        handedOver++;
        try {
            producer.send(newRecord(message, value), (to, error) -> take(message, to, error));
        } catch (KafkaException error) {
            // The client throws this if an earlier message failed, so that the producer must abort or give up.
            if (unacknowledged != null) unacknowledged.release();
            log.report(message, null, error);
            if (transactions == null) throw error;
            return false;
        }
        if (System.nanoTime() - nowNs > HELD_UP_NS && bufferWait.hasGrown()) {
            queueFull++;
            record.release();
        }
        raiseIfGivenUp();
        return true;
    }

    private ProducerRecord<byte[], byte[]> newRecord(int message, byte[] value) {
        int turn = message / producers;
        Integer partition = partitionCycle.length == 0 ? null : partitionCycle[turn % partitionCycle.length];
        return new ProducerRecord<>(topic, partition, null, value);
    }

    /** Ends the open transaction. Returns the next position or, to send its messages again, its first position. */
    private int endTransaction(int nextPosition) {
        if (transactions == null) return nextPosition;
        Transaction aborted = transactions.end(nextPosition);
        record.release();
        if (aborted == null) return nextPosition;
        int[] messages = Arrays.copyOfRange(toSend, aborted.first, nextPosition);
        log.setAside(messages, job.path("sent-" + job.text("name") + "-aborted-" + aborted.number));
        resent += messages.length;
        handedOver -= messages.length;
        return aborted.first;
    }

    /** Takes the client's report of a message, in the client's thread. */
    private void take(int message, RecordMetadata metadata, Exception error) {
        long nowNs = System.nanoTime();
        if (unacknowledged != null) unacknowledged.release();
        synchronized (heldReports) {
            if (holdsReports) {
                heldReports.add(() -> log.report(message, metadata, error));
                return;
            }
        }
        log.report(message, metadata, error, nowNs);
    }

    /**
     * Pauses for a fault, after messages were written and before the client's reports of the last ones are taken.
     *
     * <p>With transactions the reports do not matter, but the open transaction must be in the log.
     */
    private void pauseIfDue() {
        if (sent() < pauseAfter) {
            holdReports(true);
            return;
        }
        pauseAfter = Integer.MAX_VALUE;
        if (transactions != null) producer.flush();
        Events.emit("paused", "counts", Map.of("sent", sent()));
        signals.awaitResume();
        // To learn of an added partition at once, the client must be told to write to it.
        if (job.has("partitions_after_pause"))
            partitionCycle = IntStream.range(0, job.integer("partitions_after_pause")).toArray();
        record.release();
        holdReports(false);
    }

    private void holdReports(boolean holds) {
        synchronized (heldReports) {
            holdsReports = holds;
            if (!holds) {
                heldReports.forEach(Runnable::run);
                heldReports.clear();
            }
        }
    }

    /** Waits until the outcome of each message is known, or the program is told to stop. */
    private void drain() {
        Thread flushing = new Thread(producer::flush, "flush");
        flushing.setDaemon(true);
        flushing.start();
        while (flushing.isAlive() && !signals.stopping()) {
            try {
                flushing.join(FLUSH_MS);
            } catch (InterruptedException error) {
                throw new IllegalStateException(error);
            }
            progress.report(sent(), log.reported());
        }
    }

    /**
     * Ends the program if a permission is missing: refused messages tell nothing of the semantics.
     *
     * <p>An application that starts a new producer after a failed delivery ends with the first one.
     */
    private void raiseIfGivenUp() {
        Exception reason = log.denial() == null && stopsAfterFailure ? log.failure() : log.denial();
        if (reason != null) throw new ProgramError("the producer cannot go on: " + reason.getMessage());
    }
}
