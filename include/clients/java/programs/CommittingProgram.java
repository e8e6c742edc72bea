package kerran;

import org.apache.kafka.clients.consumer.ConsumerRecords;

/** The common part of programs that take two steps with messages. One step is the commit of their offsets. */
abstract class CommittingProgram extends ConsumerProgram {
    long commitsRefused;
    private final PauseForFault faultPause;

    CommittingProgram(Job job, Signals signals) {
        super(job, signals);
        faultPause = new PauseForFault(job, signals);
    }

    /** Commits the offsets that follow the messages; returns whether the commit was accepted. */
    boolean commit(ConsumerRecords<byte[], byte[]> messages) {
        boolean isCommitted = consumer.commit(messages, signals::stopping);
        if (!isCommitted) commitsRefused++;
        return isCommitted;
    }

    /** Pauses for a fault between the two steps. {@code messages} is how many have taken the first step. */
    void pauseIfDue(long messages) {
        faultPause.waitIfDue(messages, this::counts);
    }
}
