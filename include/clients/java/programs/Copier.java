package kerran;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;

/** Consumes, transforms and produces messages batch by batch, as {@code include.consumers.copy} does. */
final class Copier extends CommittingProgram {
    /** Twice the duration of a fail-over. Clients 2.5 and 2.6 have no own timeout. Clients from 2.8 on have 60 s. */
    private static final long SEND_OFFSETS_TIMEOUT_MS = 20_000;

    private final Job job;
    private final EffectiveSettings producerSettings;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Transactions transactions;
    private final HangGuard sendingOffsets =
            new HangGuard(SEND_OFFSETS_TIMEOUT_MS, () -> Events.emit("hung", "counts", counts()));
    private final AtomicLong failed = new AtomicLong();
    private volatile Exception failure;
    private volatile int copied;

    public static void main(String[] arguments) {
        LoadProgram.main(arguments, Copier::new);
    }

    Copier(Job job, Signals signals) {
        super(job, signals);
        this.job = job;
        producerSettings = new EffectiveSettings(job.producerSettings());
        producer = new KafkaProducer<>(producerSettings.ofProducer());
        Path journal = job.path("transactions-" + job.text("name") + ".jsonl");
        transactions = job.producerSettings().containsKey("transactional.id")
                ? new Transactions(producer, TransactionRule.NONE, 0, journal)
                : null;
    }

    /** An earlier copier with the same transactional id can act until transactions are initialised here. */
    @Override
    public void getReady() {
        producer.partitionsFor(job.text("output"));
        if (transactions != null) producer.initTransactions();
        super.getReady();
    }

    @Override
    public Map<String, String> effectiveSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        super.effectiveSettings().forEach((name, value) -> settings.put("consumer." + name, value));
        producerSettings.readBack().forEach((name, value) -> settings.put("producer." + name, value));
        return settings;
    }

    @Override
    public void run() {
        while (!signals.stopping()) {
            ConsumerRecords<byte[], byte[]> messages = consumer.receive(GroupConsumer.POLL);
            if (!messages.isEmpty()) copy(messages);
            reportProgress(copied);
        }
    }

    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("copied", (long) copied);
        counts.put("commits_refused", commitsRefused);
        counts.put("failed", failed.get());
        if (transactions != null) counts.putAll(transactions.counts());
        return counts;
    }

    private void copy(ConsumerRecords<byte[], byte[]> messages) {
        boolean isCommitted;
        if (transactions != null) {
            isCommitted = copyInTransaction(messages);
        } else if (job.text("processing").equals("commit-first")) {
            isCommitted = commit(messages);
            if (isCommitted) {
                pauseIfDue(copied + messages.count());
                produce(messages);
            }
        } else {
            produce(messages);
            raiseIfFailed();
            pauseIfDue(copied + messages.count());
            isCommitted = commit(messages);
        }
        if (isCommitted) copied += messages.count();
    }

    /** Produces the copies and commits the consumed offsets in one transaction; returns whether it was committed. */
    private boolean copyInTransaction(ConsumerRecords<byte[], byte[]> messages) {
        int end = copied + messages.count();
        boolean isCommitted = false;
        transactions.begin(copied);
        try {
            produce(messages);
            pauseIfDue(end);
            sendingOffsets.call(() ->
                    producer.sendOffsetsToTransaction(consumer.positions(messages), consumer.membership()));
            isCommitted = transactions.commit(end) == null;
        } catch (KafkaException error) {
            if (!Transactions.requiresAbort(error)) throw error;
            transactions.abort(end);
            commitsRefused++;
        }
        if (!isCommitted) consumer.rewind(messages);
        return isCommitted;
    }

    /** Sends the copies to the partitions of the originals, and waits until the outcome of each is known. */
    private void produce(ConsumerRecords<byte[], byte[]> messages) {
        for (ConsumerRecord<byte[], byte[]> message : messages) {
            byte[] value = Transformation.of(message.value());
            producer.send(new ProducerRecord<>(job.text("output"), message.partition(), null, value), (to, error) -> {
                if (error == null) return;
                failed.incrementAndGet();
                failure = error;
            });
        }
        producer.flush();
    }

    /** Ends the program if a copy was not acknowledged; its successor then copies the batch again. */
    private void raiseIfFailed() {
        if (failure == null) return;
        throw new ProgramError("the copier cannot go on: a copy was not acknowledged, so that the offsets of its batch "
                + "are not committed: " + failure.getMessage());
    }
}
