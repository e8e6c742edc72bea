package kerran;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.kafka.common.KafkaException;

/** The steps of a load program, in the order in which {@link #main} calls them. */
interface LoadProgram {
    /** The client gave up while the program ran. The known results were written. */
    int CLIENT_GAVE_UP = 1;

    /** The program could not begin. */
    int COULD_NOT_BEGIN = 2;

    /** The standard input of a program in a container was closed. */
    int NO_INPUT = 66;

    /** The longest time until a program is ready, on a busy machine; the cell waits for twenty seconds more. */
    long READY_MS = 130_000;

    /** Does everything that must not be measured. */
    void getReady();

    /** Returns all settings of the client, including the settings that were not set. */
    Map<String, String> effectiveSettings();

    /** Runs to the end of the work, or until the program is told to stop. */
    void run();

    /** Returns what the program has counted, by name. */
    Map<String, Long> counts();

    /** Closes the connections. The cell does not wait for this step. */
    void leave();

    /**
     * Runs a load program with the job file that the command line names, then ends this process.
     *
     * <p>A program records each action in files at once. The cell makes Parquet files of these files when the program
     * has ended, in whichever way it has ended.
     */
    static void main(String[] arguments, BiFunction<Job, Signals, LoadProgram> create) {
        int code = COULD_NOT_BEGIN;
        if (System.getenv("KERRAN_LIFELINE") != null) endWithStandardInput();
        try {
            code = run(arguments, create);
        } catch (RuntimeException error) {
            report(error);
        }
        Runtime.getRuntime().halt(code);
    }

    /** Ends a program in a container when its input closes, because the process that attached to it has ended. */
    private static void endWithStandardInput() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) continue;
                    } catch (IOException closed) {
                        // the same as an end
                    }
                    Runtime.getRuntime().halt(NO_INPUT);
                },
                "stdin-watchdog");
        watch.setDaemon(true);
        watch.start();
    }

    private static int run(String[] arguments, BiFunction<Job, Signals, LoadProgram> create) {
        Signals signals = Signals.ofProcess();
        Job job = Job.read(Path.of(arguments[0]));
        LoadProgram program = new ReadinessGuard(READY_MS).call(() -> {
            if (job.integer("warm_up_messages", 0) > 0) new WarmUp(job, create).run();
            LoadProgram created = create.apply(job, signals);
            created.getReady();
            return created;
        });
        Events.emit("ready", "client_settings", program.effectiveSettings());
        boolean gaveUp = false;
        try {
            program.run();
        } catch (RuntimeException error) {
            report(error);
            gaveUp = true;
        }
        Events.emit("done", Map.of("counts", program.counts(), "cpu_seconds", CpuTime.ofProcess() / 1e9));
        // Data that was handed to a connection may still be in the kernel's buffers.
        if (!gaveUp) signals.awaitStop();
        leave(program);
        return gaveUp ? CLIENT_GAVE_UP : 0;
    }

    /** Closes the connections, so that a group does not wait for this member. If that fails, they stay open. */
    private static void leave(LoadProgram program) {
        try {
            program.leave();
        } catch (KafkaException error) {
            System.err.println("the client cannot be closed: " + error.getMessage());
        }
    }

    /** Prints an error as a sentence. For a mistake of the program, first prints the whole error. */
    private static void report(RuntimeException error) {
        String sentence = error.toString();
        if (error instanceof ProgramError) {
            sentence = error.getMessage();
        } else if (error instanceof KafkaException) {
            String cause = error.getCause() == null ? "" : ": " + error.getCause().getMessage();
            String fate = " (" + ErrorFate.of(error).word() + ")";
            sentence = "the client cannot go on: " + error.getMessage() + cause + fate;
        } else {
            error.printStackTrace();
        }
        Events.emit("error", "reason", sentence);
    }
}
