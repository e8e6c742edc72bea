package kerran;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The job: everything that a load program is told, as properties. The fields are those of {@code
 * include.load.job}. Fields without a value are missing. A list has commas between its elements. The
 * settings of a client have names such as {@code client_settings.acks}.
 */
final class Job {
    private static final String CLIENT_SETTINGS = "client_settings";
    private static final String PRODUCER_SETTINGS = "producer_settings";

    private final Map<String, String> fields;

    private Job(Map<String, String> fields) {
        this.fields = fields;
    }

    /** Reads a job. Settings that may be secret come from a file of their own, and are added to each client's settings. */
    static Job read(Path file) {
        try (Reader reader = Files.newBufferedReader(file)) {
            Job job = new Job(properties(reader));
            Map<String, String> security = security(System.getenv("KERRAN_CLIENT_SECURITY"));
            for (String client : List.of(CLIENT_SETTINGS, PRODUCER_SETTINGS)) {
                if (job.settings(client).isEmpty()) continue;
                security.forEach((name, value) -> job.fields.put(client + "." + name, value));
            }
            return job;
        } catch (IOException | IllegalArgumentException error) {
            throw new ProgramError(file + ": " + error.getMessage());
        }
    }

    /** Reads the security settings, and removes their file, so that they can be read only once. */
    private static Map<String, String> security(String file) throws IOException {
        if (file == null) return Map.of();
        Map<String, String> settings = properties(new StringReader(Files.readString(Path.of(file))));
        Files.delete(Path.of(file));
        return settings;
    }

    /** Reads the text of a properties file. */
    static Map<String, String> properties(Reader reader) throws IOException {
        Properties read = new Properties();
        read.load(reader);
        Map<String, String> properties = new HashMap<>();
        read.forEach((name, value) -> properties.put((String) name, (String) value));
        return properties;
    }

    /** Returns the job with other values of some fields; null stands for no value. */
    Job with(Map<String, String> changes) {
        Map<String, String> changed = new HashMap<>(fields);
        changes.forEach((name, value) -> {
            if (value == null) changed.remove(name);
            else changed.put(name, value);
        });
        return new Job(changed);
    }

    boolean has(String name) {
        return fields.containsKey(name);
    }

    String text(String name) {
        String value = fields.get(name);
        if (value == null) throw new ProgramError("the job has no " + name);
        return value;
    }

    /** Returns a text, or {@code otherwise} if the field has no value. */
    String text(String name, String otherwise) {
        return fields.getOrDefault(name, otherwise);
    }

    boolean flag(String name) {
        return text(name).equals("true");
    }

    /** Returns an integer. An integer of 64 bits may be unsigned. */
    long number(String name) {
        String digits = text(name);
        return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
    }

    int integer(String name) {
        return Math.toIntExact(number(name));
    }

    /** Returns an integer, or {@code otherwise} if the field has no value. */
    int integer(String name, int otherwise) {
        return has(name) ? integer(name) : otherwise;
    }

    /** Returns a number, or {@code otherwise} if the field has no value. */
    double decimal(String name, double otherwise) {
        return has(name) ? Double.parseDouble(text(name)) : otherwise;
    }

    /** Returns a list of texts; an empty one if the field has no value. */
    List<String> texts(String name) {
        String list = text(name, "");
        return list.isEmpty() ? List.of() : Arrays.asList(list.split(","));
    }

    /** Returns a list of integers; an empty one if the field has no value. */
    int[] integers(String name) {
        return texts(name).stream().mapToInt(Integer::parseInt).toArray();
    }

    /** Returns the settings of the program's only client or, if the program also produces, of its consumer. */
    Map<String, String> clientSettings() {
        return settings(CLIENT_SETTINGS);
    }

    /** Returns the settings of the producer of a program that also consumes. */
    Map<String, String> producerSettings() {
        return settings(PRODUCER_SETTINGS);
    }

    /** Returns a path in the folder of the cell. */
    Path path(String name) {
        return Path.of(text("folder"), name);
    }

    private Map<String, String> settings(String client) {
        Map<String, String> settings = new HashMap<>();
        String prefix = client + ".";
        fields.forEach((name, value) -> {
            if (name.startsWith(prefix)) settings.put(name.substring(prefix.length()), value);
        });
        return settings;
    }
}
