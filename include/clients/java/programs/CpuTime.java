package kerran;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The CPU time of this process in ns, user and system, in steps of a tick. Source: proc_pid_stat(5). */
final class CpuTime {
    private static final long TICK_NS = 10_000_000;

    /** The names of the compiler threads, truncated by Linux. */
    private static final List<String> COMPILERS = List.of("C1 CompilerThre", "C2 CompilerThre");

    /** The position of the user CPU time among the fields after the name. The system CPU time follows. */
    private static final int USER = 11;

    private CpuTime() {}

    static long ofProcess() {
        return of(Path.of("/proc/self"));
    }

    /** Returns the CPU time of the just-in-time compilers, which is high until the program is warm. */
    static long ofCompilers() {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.filter(thread -> COMPILERS.contains(read(thread.resolve("comm")).strip()))
                    .mapToLong(CpuTime::of)
                    .sum();
        } catch (IOException error) {
            return 0;
        }
    }

    private static long of(Path process) {
        String stat = read(process.resolve("stat"));
        if (stat.isEmpty()) return 0;
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[USER]) + Long.parseLong(fields[USER + 1])) * TICK_NS;
    }

    /** Returns the content of a file; empty if the thread has ended. */
    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException error) {
            return "";
        }
    }
}
