package kerran;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;

/**
 * Prints the level of a feature of a cluster, as its brokers report it. If a level is given, it is set first; 0 switches
 * the feature off.
 *
 * <p>Arguments: the addresses of the brokers, the name of the feature, and the level or nothing.
 */
final class FeatureLevel {
    private FeatureLevel() {}

    public static void main(String[] arguments) throws Exception {
        String feature = arguments[1];
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0]))) {
            if (arguments.length > 2) set(admin, feature, Short.parseShort(arguments[2]));
            System.out.println(levelOf(admin, feature));
        }
    }

    private static void set(Admin admin, String feature, short level) throws Exception {
        short before = levelOf(admin, feature);
        if (before == level) return;
        var type = level > before ? FeatureUpdate.UpgradeType.UPGRADE : FeatureUpdate.UpgradeType.SAFE_DOWNGRADE;
        var update = Map.of(feature, new FeatureUpdate(level, type));
        admin.updateFeatures(update, new UpdateFeaturesOptions()).all().get();
        while (levelOf(admin, feature) != level) Thread.sleep(20); // a broker learns of the new level a moment later
    }

    private static short levelOf(Admin admin, String feature) throws Exception {
        FinalizedVersionRange range =
                admin.describeFeatures().featureMetadata().get().finalizedFeatures().get(feature);
        return range == null ? 0 : range.maxVersionLevel();
    }
}
