"""Reorder the packets that the leader sends, as a network with several routes would."""

from include.faults.broken_network import BrokenNetwork, break_network_of_leader, restore_network
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Delay all packets from the leader by ``fault_delay_ms``, except the share ``fault_share``."""
    share, delay = scene.settings.fault_share, scene.settings.fault_delay_ms
    return break_network_of_leader(scene, lambda network: network.reorder_packets(share, delay))


RECORD = Fault(
    "reorder-packets",
    "Packets of the leader are reordered",
    Target.BROKER,
    Capability.NETWORK,
    begin,
    restore_network,
)
