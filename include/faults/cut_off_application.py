"""Cut the application off from all brokers, for longer than its session: it comes back as a zombie.

It is awake meanwhile, unlike a frozen one: its clients give up requests and connections, and TCP may deliver
what they have given up when the network is restored.
"""

from collections.abc import Iterator

from include.faults.broken_network import BrokenNetwork, break_network_of_program
from include.faults.scene import Scene
from include.faults.struck_application import application_of, refuses
from include.kinds.fault import Capability, Fault, Target
from include.machine.networks.packet_changes_and_counts import CUT_OFF


def inject(scene: Scene) -> Iterator[BrokenNetwork]:
    """Drop every packet from and to the application, until the window of the fault ends."""
    network = break_network_of_program(scene, application_of(scene), CUT_OFF)
    yield network
    network.restore()


RECORD = Fault(
    "cut-off-application",
    "The application is cut off",
    Target.APPLICATION,
    Capability.PROGRAM_NETWORK,
    inject,
    refuses,
)
