package kerran;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The settings with which clients are created, and all that the client has made of them. */
final class EffectiveSettings {
    private EffectiveSettings() {}

    /** Returns the settings of a producer of byte arrays. */
    static Map<String, Object> ofProducer(Map<String, ?> chosen) {
        Map<String, Object> settings = new HashMap<>(chosen);
        settings.put("key.serializer", ByteArraySerializer.class.getName());
        settings.put("value.serializer", ByteArraySerializer.class.getName());
        return settings;
    }

    /** Returns the settings of a consumer of byte arrays. */
    static Map<String, Object> ofConsumer(Map<String, ?> chosen) {
        Map<String, Object> settings = new HashMap<>(chosen);
        settings.put("key.deserializer", ByteArrayDeserializer.class.getName());
        settings.put("value.deserializer", ByteArrayDeserializer.class.getName());
        return settings;
    }

    /** Returns every setting of a producer with these settings, with the client's defaults. */
    static Map<String, String> readBackProducer(Map<String, ?> chosen) {
        return readBack(new ProducerConfig(ofProducer(chosen)));
    }

    /** Returns every setting of a consumer with these settings, with the client's defaults. */
    static Map<String, String> readBackConsumer(Map<String, ?> chosen) {
        return readBack(new ConsumerConfig(ofConsumer(chosen)));
    }

    /** Returns the values of all settings. The client masks its passwords itself. */
    private static Map<String, String> readBack(AbstractConfig config) {
        Map<String, String> found = new TreeMap<>();
        config.values().forEach((name, value) -> found.put(name, text(value)));
        return found;
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
