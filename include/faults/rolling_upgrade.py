"""Restart all brokers, one after another, each with another Kafka release on the data that it has.

The level of the cluster's features (``metadata.version``) stays that of the first release, as between the two
steps of an upgrade. The brokers get their own release back when the cell has been read to its end.

Source: https://kafka.apache.org/documentation/#upgrade.
"""

from include.faults.fault import Capability, Fault, Target, nothing_to_restore
from include.faults.rolling import RestartedBrokers, restart_one_by_one
from include.faults.scene import Scene
from include.faults.struck_settings import StruckSettings


def begin(scene: Scene) -> RestartedBrokers:
    """Restart each broker with the release that the setting ``fault_release`` names."""
    release = scene.settings.fault_release
    return restart_one_by_one(scene, lambda broker: broker.start(release))


def refuses(settings: StruckSettings) -> str | None:
    """Refuse a cell that does not say which release the brokers get."""
    return None if settings.fault_release else "needs a fault_release, the Kafka release that the brokers get"


RECORD = Fault(
    "rolling-upgrade",
    "All brokers are upgraded",
    Target.BROKER,
    Capability.RELEASE,
    begin,
    nothing_to_restore,
    refuses,
)
