package kerran;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** Prints the epoch of the producer that last used a transactional id. */
final class ProducerEpoch {
    public static void main(String[] arguments) throws Exception {
        String id = arguments[1];
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0]))) {
            System.out.println(admin.describeTransactions(List.of(id)).description(id).get().producerEpoch());
        }
    }
}
