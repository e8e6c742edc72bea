package kerran;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Collection;

/**
 * The deliveries to a member of a share group, its acknowledgements, and their answers, in files that outlive this process.
 *
 * <p>Their entries are those of {@code include.scenarios.share_group.programs.delivery_records}.
 */
final class ShareRecords {
    private static final int DELIVERY_BYTES = 3 * Long.BYTES + 2 * Integer.BYTES + 1;
    private static final int ANSWER_BYTES = 2 * Long.BYTES + 1;
    private static final int RENEWAL_BYTES = 2 * Long.BYTES;

    private final FileChannel deliveries;
    private final FileChannel attempts;
    private final FileChannel answers;
    private final FileChannel renewals;

    /** A delivery of a message; {@code count} is the broker's number of the delivery, from 1. */
    record Delivery(long id, int partition, long offset, int count, Decision decision) {}

    /** What a member decides on a delivery, in the order of the numbers in the file. */
    enum Decision {
        ACCEPT,
        RELEASE,
        REJECT
    }

    ShareRecords(Job job) {
        deliveries = open(job, ".deliveries");
        attempts = open(job, ".attempts");
        answers = open(job, ".answers");
        renewals = open(job, ".renewals");
    }

    private static FileChannel open(Job job, String suffix) {
        try {
            return FileChannel.open(
                    job.path(job.text("name") + suffix), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException error) {
            throw new ProgramError("the deliveries could not be opened: " + error.getMessage());
        }
    }

    /** Records all deliveries of a poll, or none if the process is killed. */
    void write(Collection<Delivery> received, long receivedNs) {
        ByteBuffer entries = entries(received.size() * DELIVERY_BYTES);
        for (Delivery delivery : received) {
            entries.putLong(delivery.id)
                    .putInt(delivery.partition)
                    .putLong(delivery.offset)
                    .putInt(delivery.count)
                    .putLong(receivedNs)
                    .put((byte) delivery.decision.ordinal());
        }
        append(deliveries, entries);
    }

    /** Records that the member is about to acknowledge the deliveries with these numbers, from 0. */
    void attempt(Collection<Long> numbers) {
        ByteBuffer entries = entries(numbers.size() * Long.BYTES);
        numbers.forEach(entries::putLong);
        append(attempts, entries);
    }

    /** Records that the brokers have answered the acknowledgements of the deliveries with these numbers, from 0. */
    void answer(Collection<Long> numbers, long nowNs, boolean isOk) {
        ByteBuffer entries = entries(numbers.size() * ANSWER_BYTES);
        for (long number : numbers) entries.putLong(number).putLong(nowNs).put((byte) (isOk ? 1 : 0));
        append(answers, entries);
    }

    /** Records that the brokers have renewed the locks of these deliveries, which the member began at that time. */
    void renew(Collection<Long> numbers, long begunNs) {
        ByteBuffer entries = entries(numbers.size() * RENEWAL_BYTES);
        for (long number : numbers) entries.putLong(number).putLong(begunNs);
        append(renewals, entries);
    }

    private static ByteBuffer entries(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void append(FileChannel file, ByteBuffer entries) {
        try {
            file.write(entries.flip());
        } catch (IOException error) {
            throw new ProgramError("the deliveries could not be written: " + error.getMessage());
        }
    }
}
