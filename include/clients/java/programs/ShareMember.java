package kerran;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
    /** The time after which a member that still processes renews the locks of what it holds; 0: it does not. */
    private final int renewMs;
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
    /** The latest delivery of each message whose acknowledgement is not answered yet. */
    private final Map<Place, Held> unanswered = new HashMap<>();
    /** The messages whose renewal is not answered yet. */
    private final Set<Place> renewing = new HashSet<>();

    private final boolean[] isSettled;
    private long next;
    /** The deliveries of the latest poll whose acknowledgement has not begun. */
    private List<Held> held = List.of();

    private long settled;
    private long refused;
    private long renewals;

    private record Place(int partition, long offset) {
        static Place of(ConsumerRecord<byte[], byte[]> message) {
            return new Place(message.partition(), message.offset());
        }
    }

    /** A delivery with its number, from 0. */
    private record Held(long number, ConsumerRecord<byte[], byte[]> message, ShareRecords.Delivery delivery) {
        Place place() {
            return Place.of(message);
        }
    }

    public static void main(String[] arguments) {
        LoadProgram.main(arguments, ShareMember::new);
    }

    ShareMember(Job job, Signals signals) {
        this.job = job;
        this.signals = signals;
        isImplicit = job.flag("is_implicit");
        commitMessages = job.integer("commit_messages", Integer.MAX_VALUE);
        renewMs = job.integer("renew_ms", 0);
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
            attempt(held.size()); // with implicit acknowledgement, a poll accepts what the last one returned
            ConsumerRecords<byte[], byte[]> messages = receive();
            if (!messages.isEmpty()) process(messages);
            progress.report(journal.check.different(), Map::of, this::counts);
        }
        attempt(held.size());
        client.commitSync(COMMIT);
    }

    /** Returns the counts of deliveries, of settled messages, of refused acknowledgements, and of renewed locks. */
    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("received", journal.check.received());
        counts.put("corrupted", journal.check.corrupted());
        counts.put("foreign", journal.check.foreign());
        counts.put("different", settled);
        counts.put("refused", refused);
        counts.put("renewals", renewals);
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
        hold(messages, deliveries);
        while (held.size() > commitMessages) commit(commitMessages);
        if (renewMs == 0) faultPause.waitIfDue(journal.check.deliveries(), this::counts);
        else faultPause.waitIfDue(journal.check.deliveries(), this::counts, renewMs, this::renew);
        if (!isImplicit) commit(held.size()); // otherwise the next poll accepts them
    }

    /** Acknowledges the first messages that the member holds, so many, and waits for the answer. */
    private void commit(int messages) {
        for (Held processed : attempt(messages)) {
            client.acknowledge(processed.message, typeOf(processed.delivery.decision()));
        }
        client.commitSync(COMMIT);
    }

    private void hold(ConsumerRecords<byte[], byte[]> messages, List<ShareRecords.Delivery> deliveries) {
        held = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> message : messages) {
            held.add(new Held(next++, message, deliveries.get(held.size())));
        }
        for (Held delivered : held) {
            renewing.remove(delivered.place());
            unanswered.put(delivered.place(), delivered);
        }
    }

    /**
     * Renews the locks of what the member holds, and keeps what the brokers have renewed.
     *
     * <p>A renewed message can be acknowledged only when the next poll has returned it again. While any is to be
     * returned, a poll returns no other message; without one, it would. The client takes no acknowledgement of a message
     * whose renewal has failed.
     */
    private void renew() {
        if (held.isEmpty()) return;
        long begunNs = System.nanoTime();
        for (Held delivered : held) {
            renewing.add(delivered.place());
            client.acknowledge(delivered.message, AcknowledgeType.RENEW);
        }
        client.commitSync(COMMIT); // calls back with the answers
        held.removeIf(delivered -> renewing.contains(delivered.place()));
        held.removeIf(delivered -> !unanswered.containsKey(delivered.place()));
        if (held.isEmpty()) return;
        records.renew(numbersOf(held), begunNs);
        renewals += held.size();
        awaitRenewed();
    }

    /** Polls until the client has returned what was renewed. */
    private void awaitRenewed() {
        ConsumerRecords<byte[], byte[]> returned = receive();
        while (returned.isEmpty() && !signals.stopping()) returned = receive();
        Set<Place> places = new HashSet<>();
        for (ConsumerRecord<byte[], byte[]> message : returned) places.add(Place.of(message));
        Set<Place> expected = new HashSet<>();
        for (Held delivered : held) expected.add(delivered.place());
        if (returned.isEmpty()) held = List.of(); // the member must stop
        else if (!places.equals(expected)) {
            throw new ProgramError("the client returned " + places + ", and the renewed messages are " + expected);
        }
    }

    private static List<Long> numbersOf(List<Held> deliveries) {
        return deliveries.stream().map(Held::number).toList();
    }

    /** Records that the first messages that the member holds are about to be acknowledged, and returns them. */
    private List<Held> attempt(int messages) {
        List<Held> attempted = held.subList(0, messages);
        held = new ArrayList<>(held.subList(messages, held.size()));
        if (!attempted.isEmpty()) records.attempt(numbersOf(attempted));
        return attempted;
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

    /**
     * Records the brokers' answer to acknowledgements, unless the client did not learn it.
     *
     * <p>A renewal that succeeds is none; one that is refused is the refusal of all that the member could acknowledge.
     */
    private void takeAnswers(Map<TopicIdPartition, Set<Long>> offsets, Exception error) {
        boolean isRefusal = error != null && !isUnknown(error);
        List<Long> numbers = new ArrayList<>();
        offsets.forEach((partition, ofPartition) -> {
            for (long offset : ofPartition) {
                Place place = new Place(partition.partition(), offset);
                if (renewing.remove(place) && error == null) continue;
                Held answered = unanswered.remove(place);
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
