package kerran;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The job file: everything that a load program is told. The fields are those of {@code include.load_runtime.job}. */
final class Job {
    private final Map<String, Object> fields;

    private Job(Map<String, Object> fields) {
        this.fields = fields;
    }

    /** Reads a job; the settings that may be secret come from the environment, and join those of each client. */
    static Job read(Path file) {
        try {
            Job job = new Job(Json.parseObject(Files.readString(file)));
            Map<String, Object> security =
                    Json.parseObject(System.getenv().getOrDefault("KERRAN_CLIENT_SECURITY", "{}"));
            for (String settings : List.of("client_settings", "producer_settings")) {
                if (job.has(settings)) job = job.with(Map.of(settings, joined(job.settings(settings), security)));
            }
            return job;
        } catch (IOException | RuntimeException error) {
            throw new ProgramError(file + ": " + error.getMessage());
        }
    }

    private static Map<String, Object> joined(Map<String, String> settings, Map<String, Object> security) {
        Map<String, Object> joined = new HashMap<>(settings);
        joined.putAll(security);
        return joined;
    }

    /** Returns the job with other values of some fields. */
    Job with(Map<String, ?> changes) {
        Map<String, Object> changed = new HashMap<>(fields);
        changed.putAll(changes);
        return new Job(changed);
    }

    String text(String name) {
        return (String) value(name);
    }

    /** Returns a text, or another one if the field is null or missing. */
    String text(String name, String otherwise) {
        return has(name) ? text(name) : otherwise;
    }

    boolean flag(String name) {
        return (Boolean) value(name);
    }

    /** Returns an integer; one of 64 bits may be unsigned. */
    long number(String name) {
        return ((Json.Number) value(name)).asLong();
    }

    int integer(String name) {
        return Math.toIntExact(number(name));
    }

    /** Returns an integer, or another one if the field is null or missing. */
    int integer(String name, int otherwise) {
        return has(name) ? integer(name) : otherwise;
    }

    /** Returns a number, or another one if the field is null or missing. */
    double decimal(String name, double otherwise) {
        return fields.get(name) instanceof Json.Number number ? number.asDouble() : otherwise;
    }

    boolean has(String name) {
        return fields.get(name) != null;
    }

    /** Returns a list of texts; an empty one if the field is null or missing. */
    List<String> texts(String name) {
        return has(name) ? ((List<?>) value(name)).stream().map(String.class::cast).toList() : List.of();
    }

    int[] integers(String name) {
        return ((List<?>) value(name)).stream().mapToInt(one -> (int) ((Json.Number) one).asLong()).toArray();
    }

    /** Returns the settings of the only client, or of the consumer of a program that also produces. */
    Map<String, String> clientSettings() {
        return settings("client_settings");
    }

    /** Returns the settings of the producer of a program that consumes, too. */
    Map<String, String> producerSettings() {
        return settings("producer_settings");
    }

    /** Returns a path in the folder of the cell. */
    Path path(String name) {
        return Path.of(text("folder"), name);
    }

    @SuppressWarnings("unchecked")
    Map<String, String> settings(String name) {
        return (Map<String, String>) value(name);
    }

    private Object value(String name) {
        Object found = fields.get(name);
        if (found == null) throw new ProgramError("the job file has no " + name);
        return found;
    }
}
