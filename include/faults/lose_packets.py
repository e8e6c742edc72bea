"""Lose packets from and to the leader, as a damaged cable would."""

from include.faults.broken_network import BrokenNetwork, break_network_of_leader, restore_network
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Lose the share ``fault_share`` of the packets from and to the leader."""
    share = scene.settings.fault_share
    return break_network_of_leader(scene, lambda network: network.lose_packets(share))


RECORD = Fault(
    "lose-packets",
    "Packets of the leader are lost",
    Target.BROKER,
    Capability.NETWORK,
    begin,
    restore_network,
)
