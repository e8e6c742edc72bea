package kerran;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Creation, hand-over to the client, acknowledgement and outcome of every message, in files that outlive this process.
 *
 * <p>The files are those of {@code include.producers.sent_log}, one element per message. The sending thread writes
 * when a message is created and handed over; the client's thread writes what becomes of it.
 */
final class SentLog {
    static final int ACKED = 0;
    static final int FAILED = 1;

    private static final Map<String, Integer> WIDTHS = widths();

    private final Map<String, MappedArray> columns = new LinkedHashMap<>();
    private final MappedArray created;
    private final MappedArray enqueued;
    private final MappedArray acked;
    private final MappedArray partition;
    private final MappedArray offset;
    private final MappedArray outcome;
    private final MappedArray transaction;
    private final AtomicInteger reported = new AtomicInteger();
    private final Map<ErrorFate, Long> errors = new EnumMap<>(ErrorFate.class);
    private volatile Exception denial;
    private volatile Exception failure;

    private interface Opening {
        MappedArray array(Path file, int width);
    }

    private SentLog(Path folder, Opening opening) {
        WIDTHS.forEach((name, width) -> columns.put(name, opening.array(folder.resolve(name), width)));
        created = columns.get("created_ns");
        enqueued = columns.get("enqueued_ns");
        acked = columns.get("acked_ns");
        partition = columns.get("partition");
        offset = columns.get("offset");
        outcome = columns.get("outcome");
        transaction = columns.get("transaction");
    }

    /** Returns an empty log in a folder, which is created. */
    static SentLog create(Path folder, int messages) {
        try {
            Files.createDirectory(folder);
        } catch (IOException error) {
            throw new ProgramError("the folder of the records could not be created: " + error.getMessage());
        }
        return new SentLog(folder, (file, width) -> MappedArray.create(file, width, messages));
    }

    /** Returns the log that another process has written to a folder, or is still writing. */
    static SentLog open(Path folder) {
        return new SentLog(folder, MappedArray::open);
    }

    int messages() {
        return created.length();
    }

    void created(int message, long createdNs, int transactionNumber) {
        created.put(message, createdNs);
        transaction.put(message, transactionNumber);
    }

    void handedOver(int message, long nowNs) {
        enqueued.put(message, nowNs);
    }

    /** Records the client's report of a message with the present time; {@code error} is null after success. */
    void report(int message, RecordMetadata metadata, Exception error) {
        report(message, metadata, error, System.nanoTime());
    }

    /** Records the client's report of a message, with the time of the report. */
    void report(int message, RecordMetadata metadata, Exception error, long nowNs) {
        if (error == null) {
            acked.put(message, nowNs);
            partition.put(message, metadata.partition());
            offset.put(message, metadata.hasOffset() ? metadata.offset() : MappedArray.UNSET);
            outcome.put(message, ACKED);
        } else if (countError(error) == ErrorFate.FAILED) {
            outcome.put(message, FAILED);
        }
        reported.incrementAndGet();
    }

    /** Returns the number of messages with a report. */
    int reported() {
        return reported.get();
    }

    /** Returns an error about a missing permission; null if there is none. Such an error is permanent. */
    Exception denial() {
        return denial;
    }

    /** Returns the latest error of a message; null if there is none. */
    Exception failure() {
        return failure;
    }

    boolean isAttempted(int message) {
        return enqueued.get(message) != MappedArray.UNSET;
    }

    boolean isAcked(int message) {
        return outcome.get(message) == ACKED;
    }

    int transactionOf(int message) {
        return (int) transaction.get(message);
    }

    long createdNs(int message) {
        return created.get(message);
    }

    long handedOverNs(int message) {
        return enqueued.get(message);
    }

    /** Moves the records of messages that will be sent again to a separate folder, and erases them here. */
    void setAside(int[] messages, Path folder) {
        // The folder gets its name when it is complete: this process may be killed meanwhile.
        Path incomplete = folder.resolveSibling(folder.getFileName() + "-incomplete");
        SentLog aside = create(incomplete, messages.length);
        MappedArray ids = MappedArray.create(incomplete.resolve("id"), Long.BYTES, messages.length);
        for (int index = 0; index < messages.length; index++) {
            ids.put(index, messages[index]);
            for (String name : WIDTHS.keySet()) {
                aside.columns.get(name).put(index, columns.get(name).get(messages[index]));
            }
        }
        try {
            Files.move(incomplete, folder);
        } catch (IOException error) {
            throw new ProgramError("the records of an aborted transaction were not kept: " + error.getMessage());
        }
        for (int message : messages) columns.values().forEach(column -> column.put(message, MappedArray.UNSET));
        reported.addAndGet(-messages.length);
    }

    /** Returns the number of handed-over messages by outcome, and the number of errors by fate. */
    Map<String, Long> counts() {
        long[] found = new long[3];
        for (int message = 0; message < messages(); message++) {
            if (isAttempted(message)) found[(int) outcome.get(message) + 1]++;
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("unknown", found[0]);
        counts.put("acked", found[1]);
        counts.put("failed", found[2]);
        errors.forEach((fate, count) -> counts.put("error_" + fate.word(), count));
        return counts;
    }

    private ErrorFate countError(Exception error) {
        ErrorFate fate = ErrorFate.of(error);
        errors.merge(fate, 1L, Long::sum);
        failure = error;
        if (ErrorFate.isDenial(error)) denial = error;
        return fate;
    }

    private static Map<String, Integer> widths() {
        Map<String, Integer> widths = new LinkedHashMap<>();
        widths.put("created_ns", Long.BYTES);
        widths.put("enqueued_ns", Long.BYTES);
        widths.put("acked_ns", Long.BYTES);
        widths.put("partition", Integer.BYTES);
        widths.put("offset", Long.BYTES);
        widths.put("outcome", Byte.BYTES);
        widths.put("transaction", Integer.BYTES);
        return widths;
    }
}
