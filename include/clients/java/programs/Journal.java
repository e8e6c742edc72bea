package kerran;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * The messages that a consumer has received or processed, in a file that outlives this process.
 *
 * <p>Its entries are those of {@code include.consumers.received_journal}. One system call writes all messages that were
 * taken from the client together, so that a killed consumer has recorded all of them or none.
 */
final class Journal {
    private static final int ENTRY_BYTES = 5 * Long.BYTES + Integer.BYTES;

    final ContentCheck check;
    private final FileChannel file;

    Journal(Job job) {
        check = new ContentCheck(job);
        try {
            file = FileChannel.open(
                    job.path(job.text("name") + ".journal"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException error) {
            throw new ProgramError("the journal could not be opened: " + error.getMessage());
        }
    }

    /** Checks, counts and records messages. */
    void write(ConsumerRecords<byte[], byte[]> messages, long receivedNs, long processedNs) {
        ByteBuffer entries =
                ByteBuffer.allocate(messages.count() * ENTRY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (ConsumerRecord<byte[], byte[]> message : messages) {
            long id = check.idOf(message.value());
            boolean isIntact = check.isIntact(message.value(), id);
            check.count(id, isIntact);
            entries.putLong(isIntact ? id : ContentCheck.NEVER_SENT)
                    .putLong(isIntact ? ContentCheck.NEVER_SENT : id)
                    .putInt(message.partition())
                    .putLong(message.offset())
                    .putLong(receivedNs)
                    .putLong(processedNs);
        }
        try {
            file.write(entries.flip());
        } catch (IOException error) {
            throw new ProgramError("the journal could not be written: " + error.getMessage());
        }
    }
}
