package kerran;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;

/** A consumer of one topic, which prints an {@code assigned} event when the partitions that it owns change. */
final class GroupConsumer implements ConsumerRebalanceListener {
    /** The time that a program waits for a message before it checks whether to stop. A message ends the wait. */
    static final Duration POLL = Duration.ofMillis(20);

    private final Job job;
    private final EffectiveSettings settings;
    private final KafkaConsumer<byte[], byte[]> client;

    GroupConsumer(Job job) {
        this.job = job;
        settings = new EffectiveSettings(job.clientSettings());
        client = new KafkaConsumer<>(settings.ofConsumer());
    }

    Map<String, String> effectiveSettings() {
        return settings.readBack();
    }

    /** Joins the group. If the job assigns partitions, reads them from the beginning without a group. */
    void join() {
        String topic = job.text("topic");
        int[] assigned = job.integers("assigned");
        if (assigned.length == 0) {
            client.subscribe(List.of(topic), this);
            return;
        }
        List<TopicPartition> partitions = IntStream.of(assigned)
                .mapToObj(one -> new TopicPartition(topic, one))
                .collect(Collectors.toList());
        client.assign(partitions);
        client.seekToBeginning(partitions);
        printAssigned(client.assignment());
    }

    /** Returns the messages that the client has, after waiting for at least one of them. */
    ConsumerRecords<byte[], byte[]> receive(Duration wait) {
        return client.poll(wait);
    }

    /**
     * Returns the offsets up to which this consumer has read each of its partitions.
     *
     * <p>The client does not tell that it has read to the end of a partition. The cell compares these offsets with the
     * ends of the partitions.
     */
    Map<Integer, Long> readUpTo() {
        Map<Integer, Long> found = new HashMap<>();
        for (TopicPartition partition : client.assignment()) {
            try {
                found.put(partition.partition(), client.position(partition, Duration.ZERO));
            } catch (TimeoutException notKnownYet) {
                continue;
            }
        }
        return found;
    }

    /** Commits the offsets that follow the messages, and waits for the answer; returns whether it was accepted. */
    boolean commit(ConsumerRecords<byte[], byte[]> messages, BooleanSupplier giveUp) {
        while (true) {
            try {
                client.commitSync(positions(messages));
                return true;
            } catch (CommitFailedException | RebalanceInProgressException | FencedInstanceIdException lost) {
                return false; // another member owns the partitions, or may own them
            } catch (RetriableException transientError) {
                if (giveUp.getAsBoolean()) return false;
            }
        }
    }

    /** Commits the offsets that follow the messages, and does not wait for the answer. */
    void commitAsync(ConsumerRecords<byte[], byte[]> messages) {
        client.commitAsync(positions(messages), null);
    }

    /** Returns the data by which a transaction tells the brokers which group member commits its offsets (KIP-447). */
    ConsumerGroupMetadata membership() {
        return client.groupMetadata();
    }

    /** Returns, for each partition of these messages, the offset that follows the last of them. */
    Map<TopicPartition, OffsetAndMetadata> positions(ConsumerRecords<byte[], byte[]> messages) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> message : messages) {
            TopicPartition partition = new TopicPartition(message.topic(), message.partition());
            offsets.put(partition, new OffsetAndMetadata(message.offset() + 1));
        }
        return offsets;
    }

    /** Seeks back to the first of these messages in each partition that this consumer still owns. */
    void rewind(ConsumerRecords<byte[], byte[]> messages) {
        for (TopicPartition partition : messages.partitions()) {
            if (!client.assignment().contains(partition)) continue;
            client.seek(partition, messages.records(partition).get(0).offset());
        }
    }

    void close() {
        client.close();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        printAssigned(client.assignment());
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        Set<TopicPartition> left = new HashSet<>(client.assignment());
        left.removeAll(partitions);
        printAssigned(left);
    }

    private static void printAssigned(Collection<TopicPartition> partitions) {
        Set<Integer> numbers = partitions.stream()
                .map(TopicPartition::partition)
                .collect(Collectors.toCollection(TreeSet::new));
        Events.emit("assigned", "partitions", numbers);
    }
}
