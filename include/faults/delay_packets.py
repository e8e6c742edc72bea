"""Delay the packets that the leader sends, as a network over a long distance would."""

from include.faults.broken_network import BrokenNetwork, break_network_of_leader, restore_network
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Delay every packet from the leader by ``fault_delay_ms``."""
    delay = scene.settings.fault_delay_ms
    return break_network_of_leader(scene, lambda network: network.delay_packets(delay))


RECORD = Fault(
    "delay-packets",
    "Packets of the leader are delayed",
    Target.BROKER,
    Capability.NETWORK,
    begin,
    restore_network,
)
