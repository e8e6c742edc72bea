package kerran;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;

/**
 * Sets the level of a feature of a cluster; 0 switches the feature off.
 *
 * <p>Arguments: the addresses of the brokers, the name of the feature, the level.
 */
final class FeatureLevel {
    private FeatureLevel() {}

    public static void main(String[] arguments) throws Exception {
        String feature = arguments[1];
        short level = Short.parseShort(arguments[2]);
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, arguments[0]))) {
            short before = levelOf(admin, feature);
            if (before != level) {
                var type = level > before ? FeatureUpdate.UpgradeType.UPGRADE : FeatureUpdate.UpgradeType.SAFE_DOWNGRADE;
                var update = Map.of(feature, new FeatureUpdate(level, type));
                admin.updateFeatures(update, new UpdateFeaturesOptions()).all().get();
            }
        }
    }

    private static short levelOf(Admin admin, String feature) throws Exception {
        FinalizedVersionRange range =
                admin.describeFeatures().featureMetadata().get().finalizedFeatures().get(feature);
        return range == null ? 0 : range.maxVersionLevel();
    }
}
