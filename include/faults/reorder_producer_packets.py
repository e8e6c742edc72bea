"""Reorder the packets that the producer sends, as a network with several routes would."""

from include.faults.broken_network import BrokenNetwork, break_network_of_producer, restore_network
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Delay all packets from the producer by ``fault_delay_ms``, except the share ``fault_share``."""
    share, delay = scene.settings.fault_share, scene.settings.fault_delay_ms
    return break_network_of_producer(scene, lambda network: network.reorder_packets(share, delay))


RECORD = Fault(
    "reorder-producer-packets",
    "Packets of the producer are reordered",
    Target.PRODUCER,
    Capability.PROGRAM_NETWORK,
    begin,
    restore_network,
)
