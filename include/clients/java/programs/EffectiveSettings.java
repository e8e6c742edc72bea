package kerran;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The settings with which a client is created, and all settings that the running client has.
 *
 * <p>No release has a method that returns the settings of a client, and a consumer has no field with them. Every release
 * gives its serializers a map. This map is an inner object of the client's own configuration.
 */
final class EffectiveSettings {
    /** The name under which the client hands this object to {@link KeyBytes}. It is no setting of the client. */
    private static final String RECEIVER = "kerran.effective.settings";

    private final Map<String, ?> chosen;
    private AbstractConfig config;

    EffectiveSettings(Map<String, ?> chosen) {
        this.chosen = chosen;
    }

    /** Returns the settings with which a producer of byte arrays is created. */
    Map<String, Object> ofProducer() {
        return with("key.serializer", "value.serializer", ByteArraySerializer.class);
    }

    /** Returns the settings with which a consumer of byte arrays is created. */
    Map<String, Object> ofConsumer() {
        return with("key.deserializer", "value.deserializer", ByteArrayDeserializer.class);
    }

    private Map<String, Object> with(String keys, String values, Class<?> bytes) {
        Map<String, Object> settings = new HashMap<>(chosen);
        settings.put(keys, KeyBytes.class.getName());
        settings.put(values, bytes.getName());
        settings.put(RECEIVER, this);
        return settings;
    }

    /** Receives the map that a client has made of its settings. */
    static void receive(Map<String, ?> settings) {
        ((EffectiveSettings) settings.get(RECEIVER)).config = configurationOf(settings);
    }

    private static AbstractConfig configurationOf(Map<String, ?> settings) {
        try {
            for (Field field : settings.getClass().getDeclaredFields()) {
                if (!AbstractConfig.class.isAssignableFrom(field.getType())) continue;
                field.setAccessible(true);
                return (AbstractConfig) field.get(settings);
            }
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
        throw new ProgramError("the settings of a client of this release cannot be read back");
    }

    /** Returns every setting of the client that was created with these settings, its defaults included. */
    Map<String, String> readBack() {
        return textOf(config);
    }

    /** Returns the values of all settings. The client masks its passwords itself. */
    static Map<String, String> textOf(AbstractConfig config) {
        Map<String, String> texts = new TreeMap<>();
        config.values().forEach((name, value) -> texts.put(name, text(value)));
        return texts;
    }

    private static String text(Object value) {
        if (value == null) return "";
        if (value instanceof Class<?> type) return type.getName();
        if (value instanceof List<?> list) {
            return list.stream().map(EffectiveSettings::text).collect(Collectors.joining(","));
        }
        return value.toString();
    }
}
