import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.connect.mirror.MirrorMaker;

/** Copies a topic to another one of the same cluster with MirrorMaker 2, a worker of Kafka Connect. */
public final class CopyConnect {
    public static void main(String[] arguments) {
        boolean isExactlyOnce = "exactly-once".equals(variable("SEMANTICS"));
        // The names of the worker's group and of its internal topics contain the name of the source.
        String source = variable("GROUP").replaceAll("\\W", "-");
        String flow = source + "->target.";
        Map<String, String> settings = new HashMap<>();
        settings.put("clusters", source + ",target");
        settings.put(source + ".bootstrap.servers", variable("BOOTSTRAP_SERVERS"));
        settings.put("target.bootstrap.servers", variable("BOOTSTRAP_SERVERS"));
        settings.put("target.exactly.once.source.support", isExactlyOnce ? "enabled" : "disabled");
        // Workers forward requests to their leader, also to fence the producers of tasks that were killed.
        settings.put("dedicated.mode.enable.internal.rest", "true");
        settings.put("listeners", "http://127.0.0.1:0");
        settings.put("plugin.discovery", "service_load"); // without the search of the class path for plugins
        settings.put("target.plugin.discovery", "service_load");
        // With the defaults of 10 s and 5 min, the tasks of a killed worker wait that long.
        settings.put("target.session.timeout.ms", "6000");
        settings.put("target.heartbeat.interval.ms", "1500");
        settings.put("target.scheduled.rebalance.max.delay.ms", "0");

        settings.put(flow + "enabled", "true");
        settings.put(flow + "topics", variable("INPUT_TOPIC"));
        settings.put(source + ".consumer.isolation.level", "read_committed");
        settings.put("replication.policy.class", "org.apache.kafka.connect.mirror.IdentityReplicationPolicy");
        settings.put(flow + "transforms", "rename");
        settings.put(flow + "transforms.rename.type", "org.apache.kafka.connect.transforms.RegexRouter");
        settings.put(flow + "transforms.rename.regex", ".*");
        settings.put(flow + "transforms.rename.replacement", variable("OUTPUT_TOPIC"));
        // Nothing but the messages is copied; so the log says that the checkpoint connector cannot run.
        settings.put("emit.heartbeats.enabled", "false");
        settings.put("emit.checkpoints.enabled", "false");
        settings.put("emit.offset-syncs.enabled", "false");
        settings.put("sync.topic.configs.enabled", "false");
        settings.put("sync.topic.acls.enabled", "false");
        settings.put("refresh.topics.enabled", "false");
        for (String storage : new String[] {"config", "offset", "status"}) {
            settings.put(storage + ".storage.replication.factor", "-1"); // that of the brokers
        }

        MirrorMaker copier = new MirrorMaker(settings, null, Time.SYSTEM);
        copier.start();
        copier.awaitStop();
    }

    private static String variable(String name) {
        return System.getenv(name);
    }
}
