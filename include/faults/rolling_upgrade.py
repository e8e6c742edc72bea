"""Restart all brokers, one after another, with another Kafka release on the same data.

The cluster keeps the feature level (``metadata.version``) of the first release; an upgrade raises it only in
a second step. After the topics have been read to the end, the brokers are started with the first release
again.

Source: https://kafka.apache.org/documentation/#upgrade.
"""

from collections.abc import Iterator

from include.faults.rolling import restart_one_by_one
from include.faults.scene import Scene
from include.kinds.fault import Capability, Fault, Target
from include.settings.fault_parameters import RollingUpgradeParameters, parameters
from include.settings.faults import KafkaCellSettings


def inject(scene: Scene) -> Iterator[str]:
    """Restart each broker with the release that the setting ``fault_release`` names."""
    release = parameters(scene.settings, RollingUpgradeParameters).fault_release
    yield restart_one_by_one(scene, lambda broker: broker.start(release))


def refuses(settings: KafkaCellSettings) -> str | None:
    """Refuse a cell without the setting ``fault_release``."""
    is_named = parameters(settings, RollingUpgradeParameters).fault_release
    return None if is_named else "needs a fault_release, the Kafka release to which the brokers are upgraded"


RECORD = Fault(
    "rolling-upgrade",
    "All brokers are upgraded",
    Target.BROKER,
    Capability.RELEASE,
    inject,
    refuses=refuses,
    ends_sending=True,
    parameters=("fault_release",),
)
