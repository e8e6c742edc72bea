"""Cut the leader off from the other brokers and from all clients, until another broker leads."""

from include.faults.broken_network import BrokenNetwork, break_network_of_leader
from include.faults.fault import Capability
from include.faults.scene import Scene
from include.faults.struck_leader import leader_fault, wait_until_replaced
from include.networks.packet_changes_and_counts import CUT_OFF


def begin(scene: Scene) -> BrokenNetwork:
    """Drop every packet from and to the leader."""
    return break_network_of_leader(scene, CUT_OFF)


def end(scene: Scene, network: BrokenNetwork) -> None:
    """Wait until another broker leads, and restore the network of the former leader."""
    wait_until_replaced(scene, network.owner)
    network.restore()


RECORD = leader_fault("cut-off-leader", "The leader is cut off", begin, end, needs=Capability.NETWORK)
