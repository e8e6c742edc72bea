"""Restart all brokers in an orderly way, one after another, as operators do to change a setting."""

from include.faults.fault import Capability, Fault, Target
from include.faults.rolling import restart_one_by_one
from include.faults.scene import Scene


def begin(scene: Scene) -> str:
    """Restart each broker; return when all replicas are in sync after the last restart."""
    return restart_one_by_one(scene, lambda broker: broker.start())


RECORD = Fault("rolling-restart", "All brokers are restarted", Target.BROKER, Capability.BROKER, begin)
