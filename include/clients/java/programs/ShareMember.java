package kerran;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownServerException;

/**
 * A member of a share group, as {@code include.scenarios.share_group.programs.share_member}.
 *
 * <p>Older releases of the client have no share consumer, and are compiled without this file.
 */
final class ShareMember implements LoadProgram {
    private static final Duration POLL = Duration.ofMillis(100);

    /** The longest wait for the brokers' answer to the acknowledgements of a poll. */
    private static final Duration COMMIT = Duration.ofSeconds(30);

    private final Job job;
    private final Signals signals;
    private final boolean isImplicit;
    /** The maximum number of messages that are acknowledged and committed together. */
    private final int commitMessages;
    /** The places in a hundred messages below which they are rejected, always released, and released once. */
    private final int rejectedBelow;

    private final int poisonBelow;
    private final int releasedBelow;
    private final EffectiveSettings settings;
    private final KafkaShareConsumer<byte[], byte[]> client;
    private final Journal journal;
    private final ShareRecords records;
    private final ConsumerProgress progress;
    private final PauseForFault faultPause;
    private final Map<Place, Unanswered> unanswered = new HashMap<>();
    private final boolean[] isSettled;
    private long next;
    /** The number of the first delivery whose acknowledgement has not begun. */
    private long firstHeld;

    private long settled;
    private long refused;

    private record Place(int partition, long offset) {}

    /** The latest delivery of a message whose acknowledgement is not answered yet, with its number, from 0. */
    private record Unanswered(long number, ShareRecords.Delivery delivery) {}

    public static void main(String[] arguments) {
        LoadProgram.main(arguments, ShareMember::new);
    }

    ShareMember(Job job, Signals signals) {
        this.job = job;
        this.signals = signals;
        isImplicit = job.flag("is_implicit");
        commitMessages = job.integer("commit_messages", Integer.MAX_VALUE);
        rejectedBelow = job.integer("rejected_percent");
        poisonBelow = rejectedBelow + job.integer("poison_percent");
        releasedBelow = poisonBelow + job.integer("released_percent");
        settings = new EffectiveSettings(job.clientSettings());
        client = new KafkaShareConsumer<>(settings.ofConsumer());
        journal = new Journal(job);
        records = new ShareRecords(job);
        progress = new ConsumerProgress(job);
        faultPause = new PauseForFault(job, signals);
        isSettled = new boolean[job.integer("messages")];
    }

    @Override
    public void getReady() {
        client.setAcknowledgementCommitCallback(this::takeAnswers);
        client.subscribe(List.of(job.text("topic")));
        Events.emit("assigned", "partitions", job.texts("assigned").stream().map(Integer::valueOf).toList());
    }

    @Override
    public Map<String, String> effectiveSettings() {
        return settings.readBack();
    }

    @Override
    public void run() {
        while (!signals.stopping()) {
            recordAttempt(); // with implicit acknowledgement, a poll accepts what the last one returned
            ConsumerRecords<byte[], byte[]> messages = receive();
            if (!messages.isEmpty()) process(messages);
            progress.report(journal.check.different(), Map::of, this::counts);
        }
        recordAttempt();
        client.commitSync(COMMIT);
    }

    /** Returns the counts of deliveries, of settled messages, and of refused acknowledgements. */
    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("received", journal.check.received());
        counts.put("corrupted", journal.check.corrupted());
        counts.put("foreign", journal.check.foreign());
        counts.put("different", settled);
        counts.put("refused", refused);
        return counts;
    }

    @Override
    public void leave() {
        client.close();
    }

    private ConsumerRecords<byte[], byte[]> receive() {
        try {
            return client.poll(POLL);
        } catch (RetriableException error) {
            return ConsumerRecords.empty();
        }
    }

    /** Records messages, decides on each, and acknowledges them. */
    private void process(ConsumerRecords<byte[], byte[]> messages) {
        long receivedNs = System.nanoTime();
        List<ShareRecords.Delivery> deliveries = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> message : messages) {
            long id = journal.check.idOf(message.value());
            int count = message.deliveryCount().orElse((short) 1);
            deliveries.add(new ShareRecords.Delivery(
                    id, message.partition(), message.offset(), count, decisionOn(id, count)));
        }
        journal.write(messages, receivedNs, System.nanoTime());
        records.write(deliveries, receivedNs);
        for (ShareRecords.Delivery delivery : deliveries) {
            Place place = new Place(delivery.partition(), delivery.offset());
            unanswered.put(place, new Unanswered(next++, delivery));
        }
        Iterator<ConsumerRecord<byte[], byte[]>> left = messages.iterator();
        while (next - firstHeld > commitMessages) commit(left, deliveries, firstHeld + commitMessages);
        faultPause.waitIfDue(journal.check.deliveries(), this::counts);
        if (!isImplicit) commit(left, deliveries, next); // otherwise the next poll accepts them
    }

    /** Acknowledges the next messages of a poll, up to the delivery with this number, and waits for the answer. */
    private void commit(
            Iterator<ConsumerRecord<byte[], byte[]>> left, List<ShareRecords.Delivery> deliveries, long end) {
        records.attempt(firstHeld, end);
        for (; firstHeld < end; firstHeld++) {
            int place = deliveries.size() - (int) (next - firstHeld);
            client.acknowledge(left.next(), typeOf(deliveries.get(place).decision()));
        }
        client.commitSync(COMMIT);
    }

    /** Records that the deliveries of the latest poll are about to be acknowledged, if they are not yet. */
    private void recordAttempt() {
        if (firstHeld < next) records.attempt(firstHeld, next);
        firstHeld = next;
    }

    /** Returns the decision that {@code ShareMemberJob.decision_on} takes. */
    private ShareRecords.Decision decisionOn(long id, int count) {
        long place = Math.floorMod(id, 100);
        if (place < rejectedBelow) return ShareRecords.Decision.REJECT;
        if (place < poisonBelow) return ShareRecords.Decision.RELEASE;
        return count == 1 && place < releasedBelow ? ShareRecords.Decision.RELEASE : ShareRecords.Decision.ACCEPT;
    }

    private static AcknowledgeType typeOf(ShareRecords.Decision decision) {
        return switch (decision) {
            case ACCEPT -> AcknowledgeType.ACCEPT;
            case RELEASE -> AcknowledgeType.RELEASE;
            case REJECT -> AcknowledgeType.REJECT;
        };
    }

    /** Records the brokers' answer to acknowledgements, unless the client did not learn it. */
    private void takeAnswers(Map<TopicIdPartition, Set<Long>> offsets, Exception error) {
        boolean isRefusal = error != null && !isUnknown(error);
        List<Long> numbers = new ArrayList<>();
        offsets.forEach((partition, ofPartition) -> {
            for (long offset : ofPartition) {
                Unanswered answered = unanswered.remove(new Place(partition.partition(), offset));
                if (answered == null) continue;
                numbers.add(answered.number);
                if (error == null) settle(answered.delivery);
                if (isRefusal) refused++;
            }
        });
        if (error == null || isRefusal) records.answer(numbers, System.nanoTime(), error == null);
    }

    /**
     * Returns whether an acknowledgement may count in spite of an error: a lost connection, or a time-out.
     *
     * <p>The client reports a connection that it lost during the request as an unknown error of the server.
     */
    private static boolean isUnknown(Exception error) {
        return error instanceof DisconnectException
                || error instanceof NetworkException
                || error instanceof TimeoutException
                || error instanceof UnknownServerException;
    }

    private void settle(ShareRecords.Delivery delivery) {
        boolean isOfCell = delivery.id() != ContentCheck.NEVER_SENT;
        if (!isOfCell || delivery.decision() == ShareRecords.Decision.RELEASE) return;
        if (!isSettled[(int) delivery.id()]) settled++;
        isSettled[(int) delivery.id()] = true;
    }
}
