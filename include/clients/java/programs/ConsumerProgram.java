package kerran;

import java.util.Map;

/** The common part of all programs that consume: a group, and progress events. */
abstract class ConsumerProgram implements LoadProgram {
    final Signals signals;
    final GroupConsumer consumer;
    private final ConsumerProgress progress;

    ConsumerProgram(Job job, Signals signals) {
        this.signals = signals;
        consumer = new GroupConsumer(job);
        progress = new ConsumerProgress(job);
    }

    @Override
    public void getReady() {
        consumer.join();
    }

    @Override
    public Map<String, String> effectiveSettings() {
        return consumer.effectiveSettings();
    }

    @Override
    public void leave() {
        consumer.close();
    }

    /** Prints a progress event if one is due; {@code done} is how many of the cell's messages the program has handled. */
    void reportProgress(long done) {
        progress.report(done, consumer::readUpTo, this::counts);
    }
}
