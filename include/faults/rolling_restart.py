"""Restart all brokers in an orderly way, one after another, as operators do to change a setting."""

from collections.abc import Iterator

from include.faults.rolling import restart_one_by_one
from include.faults.scene import Scene
from include.kinds.fault import Capability, Fault, Target


def inject(scene: Scene) -> Iterator[str]:
    """Restart each broker, and wait until all replicas are in sync after the last restart."""
    yield restart_one_by_one(scene, lambda broker: broker.start())


RECORD = Fault(
    "rolling-restart",
    "All brokers are restarted",
    Target.BROKER,
    Capability.BROKER,
    inject,
    ends_sending=True,
)
