package kerran;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/**
 * Sets the offsets at which a share group reads on. Brokers allow it when the group has no members, so it is tried until
 * then.
 *
 * <p>Arguments: the addresses of the brokers, the group, the time in ms after which to give up, the topic, and the offset
 * of each partition.
 */
final class ShareOffsets {
    private ShareOffsets() {}

    public static void main(String[] arguments) throws Exception {
        Instant deadline = Instant.now().plus(Duration.ofMillis(Long.parseLong(arguments[2])));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (int place = 4; place < arguments.length; place++) {
            offsets.put(new TopicPartition(arguments[3], place - 4), Long.parseLong(arguments[place]));
        }
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0]))) {
            while (!isSet(admin, arguments[1], offsets)) {
                if (Instant.now().isAfter(deadline)) throw new IllegalStateException("the group still has members");
                Thread.sleep(100); // brokers do not tell when the last member is gone
            }
        }
    }

    /** Set the offsets; false if the group has members. */
    private static boolean isSet(Admin admin, String group, Map<TopicPartition, Long> offsets) throws Exception {
        try {
            admin.alterShareGroupOffsets(group, offsets).all().get();
            return true;
        } catch (ExecutionException error) {
            if (error.getCause() instanceof GroupNotEmptyException) return false;
            throw error;
        }
    }
}
