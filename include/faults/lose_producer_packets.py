"""Lose packets from and to the producer, as a damaged cable would."""

from include.faults.broken_network import BrokenNetwork, break_network_of_producer, restore_network
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Lose the share ``fault_share`` of the packets from and to the producer."""
    share = scene.settings.fault_share
    return break_network_of_producer(scene, lambda network: network.lose_packets(share))


RECORD = Fault(
    "lose-producer-packets",
    "Packets of the producer are lost",
    Target.PRODUCER,
    Capability.PROGRAM_NETWORK,
    begin,
    restore_network,
)
