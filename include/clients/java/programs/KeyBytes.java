package kerran;

import java.util.Map;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/** The keys of messages: byte arrays. A client that creates this object gives its own settings to the object. */
public final class KeyBytes implements Serializer<byte[]>, Deserializer<byte[]> {
    @Override
    public void configure(Map<String, ?> settings, boolean isKey) {
        EffectiveSettings.receive(settings);
    }

    @Override
    public byte[] serialize(String topic, byte[] key) {
        return key;
    }

    @Override
    public byte[] deserialize(String topic, byte[] key) {
        return key;
    }

    @Override
    public void close() {}
}
