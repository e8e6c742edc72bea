package kerran;

import java.util.Map;

/** What all consumers have in common: a group, a journal, a check of the contents, and progress events. */
abstract class ConsumerProgram implements LoadProgram {
    final Signals signals;
    final GroupConsumer consumer;
    final Journal journal;
    final ContentCheck check;
    private final ConsumerProgress progress;

    ConsumerProgram(Job job, Signals signals) {
        this.signals = signals;
        consumer = new GroupConsumer(job);
        journal = new Journal(job.path(job.text("name") + ".journal"));
        check = new ContentCheck(job);
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

    /** Prints a progress event if one is due. */
    void reportProgress() {
        progress.report(check.different(), consumer, this::counts);
    }
}
