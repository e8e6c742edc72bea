"""Slow the disk of the leader: each write and each flush takes longer, until the fault ends."""

from collections.abc import Iterator

from include.faults.controlled_disk import controlled
from include.faults.scene import DiskBroker, Scene
from include.faults.struck_leader import leader, leader_fault
from include.kinds.fault import Capability
from include.settings.fault_parameters import SlowDiskParameters, parameters


def inject(scene: Scene) -> Iterator[DiskBroker]:
    """Delay each write and flush by ``disk_delay_ms``."""
    broker = controlled(leader(scene))
    broker.set_disk(delay_ms=parameters(scene.settings, SlowDiskParameters).disk_delay_ms)
    yield broker
    broker.set_disk()


RECORD = leader_fault(
    "slow-disk", "The leader's disk is slow", inject, "disk_delay_ms", needs=Capability.DISK
)
