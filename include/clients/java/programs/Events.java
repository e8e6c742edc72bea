package kerran;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The events that a load program prints: one JSON object per line of its standard output. */
final class Events {
    private static final FileOutputStream OUTPUT = new FileOutputStream(FileDescriptor.out);
    private static volatile boolean isMuted;

    private Events() {}

    /** Prints no events from now on, or prints them again. */
    static void mute(boolean isMuted) {
        Events.isMuted = isMuted;
    }

    /** Prints an event with one detail: its name in {@code include.load.events}, and its value. */
    static void emit(String kind, String detail, Object value) {
        emit(kind, Map.of(detail, value));
    }

    /** Prints an event. Each line is one system call, so that a killed program has printed whole lines. */
    static synchronized void emit(String kind, Map<String, ?> details) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("event", kind);
        event.put("at_ns", System.nanoTime());
        event.putAll(details);
        byte[] line = (Json.write(event) + "\n").getBytes(StandardCharsets.UTF_8);
        if (isMuted) return;
        try {
            OUTPUT.write(line);
        } catch (IOException error) {
            throw new ProgramError("an event could not be printed: " + error.getMessage());
        }
    }
}
