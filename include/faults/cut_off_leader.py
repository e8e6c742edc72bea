"""Cut the broker that leads off from the other brokers and from clients, until the others have noticed."""

from include.faults.broken_network import BrokenNetwork, break_network_of_leader
from include.faults.fault import Capability, Fault, Target
from include.faults.leader import wait_until_replaced
from include.faults.scene import Scene


def begin(scene: Scene) -> BrokenNetwork:
    """Drop every packet."""
    return break_network_of_leader(scene, lambda network: network.cut_off())


def end(scene: Scene, broken: BrokenNetwork) -> None:
    """Restore its network, now that another broker leads."""
    wait_until_replaced(scene, broken.owner)
    broken.restore()


RECORD = Fault("cut-off-leader", "The leader is cut off", Target.BROKER, Capability.NETWORK, begin, end)
