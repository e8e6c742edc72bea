"""Fill the disk of the leader: each write of it fails (ENOSPC), until the fault ends.

A Kafka broker that cannot write to its only log folder ends by itself.
"""

from collections.abc import Iterator

from include.faults.controlled_disk import controlled
from include.faults.scene import DiskBroker, Scene
from include.faults.struck_leader import leader, leader_fault
from include.kinds.fault import Capability

END_TIMEOUT_SECONDS = 60.0
"""The maximum time until the broker has ended."""


def inject(scene: Scene) -> Iterator[DiskBroker]:
    """Fill the disk, and wait until the broker has ended; start it again when there is space."""
    broker = controlled(leader(scene))
    broker.set_disk(is_full=True)
    scene.supervisor.wait_until(
        broker.has_ended, END_TIMEOUT_SECONDS, lambda: f"{broker} did not end although its disk was full"
    )
    yield broker
    broker.set_disk()
    broker.start()


RECORD = leader_fault("disk-full", "The leader's disk is full", inject, needs=Capability.DISK)
