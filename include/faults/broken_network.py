"""The broken network of a broker or of a program, from the beginning of a fault to its end."""

from dataclasses import dataclass, field
from time import monotonic

from include.faults.scene import FaultError, Scene
from include.faults.struck_leader import leader
from include.load.program_descriptions import Program
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.packet_changes_and_counts import Delay, Loss, PacketCounts, Traffic


@dataclass
class BrokenNetwork:
    """A network that a fault has broken."""

    owner: str
    """The name of the broker or program that has the network."""
    network: HostNetwork
    cause: Loss | Delay
    before: Traffic
    """The packets and segments that were counted before the network was broken."""
    packets: PacketCounts | None = None
    """The numbers of packets and of dropped packets during the fault; None until the network is restored."""
    traffic: Traffic | None = None
    """The packets and segments that were counted during the fault; None until the network is restored."""
    began: float = field(default_factory=monotonic)
    """When the network was broken, in seconds of the monotonic clock."""

    def restore(self) -> None:
        """Restore the network, and set ``packets`` and ``traffic``."""
        self.packets = self.network.mend()
        self.traffic = self.network.traffic().since(self.before)

    def __str__(self) -> str:
        return self.owner


def break_network_of_leader(scene: Scene, cause: Loss | Delay) -> BrokenNetwork:
    """Break the leader's network."""
    broker = leader(scene)
    return _break_network(str(broker), broker.network, cause)


def break_network_of_producer(scene: Scene, cause: Loss | Delay) -> BrokenNetwork:
    """Break the producer's network."""
    return break_network_of_program(scene, scene.programs.producer, cause)


def break_network_of_program(scene: Scene, program: Program, cause: Loss | Delay) -> BrokenNetwork:
    """Break the network of a program, which all programs of its role share."""
    return _break_network(program.name, scene.supervisor.network(program.name), cause)


def _break_network(owner: str, network: HostNetwork | None, cause: Loss | Delay) -> BrokenNetwork:
    if network is None:
        raise FaultError(f"{owner} has no network of its own")
    before = network.traffic()
    network.break_by(cause)
    return BrokenNetwork(owner, network, cause, before)
