"""Cut the leader off from the other brokers and from all clients, until another broker leads."""

from collections.abc import Iterator

from include.faults.broken_network import BrokenNetwork, break_network_of_leader
from include.faults.scene import Scene
from include.faults.struck_leader import leader_fault, wait_until_replaced
from include.kinds.fault import Capability
from include.machine.networks.packet_changes_and_counts import CUT_OFF


def inject(scene: Scene) -> Iterator[BrokenNetwork]:
    """Drop every packet from and to the leader, until another broker leads."""
    network = break_network_of_leader(scene, CUT_OFF)
    yield network
    wait_until_replaced(scene, network.owner)
    network.restore()


RECORD = leader_fault("cut-off-leader", "The leader is cut off", inject, needs=Capability.NETWORK)
