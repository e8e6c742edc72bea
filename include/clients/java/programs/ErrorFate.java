package kerran;

import java.util.List;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.InvalidRequiredAcksException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** The meaning of a client's error for message and producer, as in {@code include.producers.delivery_errors}. */
enum ErrorFate {
    /** The message is certainly not in the log. */
    FAILED,
    /** It is not known whether the message is in the log, as after every error that is not listed here. */
    UNKNOWN,
    /** Another producer took over the transactional id; the message may be in the log or not. */
    FENCED,
    /** The producer cannot continue; the message may be in the log or not. */
    FATAL;

    /** The client never sent the message, or the broker refused it before it wrote anything. */
    private static final List<Class<? extends ApiException>> FAILED_TYPES = List.of(
            AuthorizationException.class,
            CorruptRecordException.class,
            InvalidRequiredAcksException.class,
            InvalidTopicException.class,
            NotEnoughReplicasException.class,
            PolicyViolationException.class,
            RecordBatchTooLargeException.class,
            RecordTooLargeException.class,
            UnknownTopicOrPartitionException.class);

    static ErrorFate of(Throwable error) {
        Throwable cause = isWrapped(error) ? error.getCause() : error;
        if (cause instanceof ProducerFencedException) return FENCED;
        if (FAILED_TYPES.stream().anyMatch(type -> type.isInstance(cause))) return FAILED;
        if (cause instanceof SerializationException) return FAILED;
        // The client had no room for the message and never took it. The class exists from Kafka 2.4 on.
        if (cause.getClass().getSimpleName().equals("BufferExhaustedException")) return FAILED;
        boolean isFatal = cause instanceof OutOfOrderSequenceException || cause instanceof UnsupportedVersionException;
        return isFatal ? FATAL : UNKNOWN;
    }

    /** Returns whether the principal lacks a permission. */
    static boolean isDenial(Throwable error) {
        return (isWrapped(error) ? error.getCause() : error) instanceof AuthorizationException;
    }

    String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Returns whether an error only says that the earlier error in its cause made the producer unusable. */
    private static boolean isWrapped(Throwable error) {
        return !(error instanceof ApiException) && error.getCause() != null;
    }
}
