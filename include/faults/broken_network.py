"""The broken network of a broker or of the producer, from the begin of a fault to its end."""

from collections.abc import Callable
from dataclasses import dataclass

from include.faults.leader import leader
from include.faults.scene import FaultError, Scene
from include.networks.network import Network
from include.networks.packet_counts import PacketCounts


@dataclass
class BrokenNetwork:
    """A network that a fault has broken."""

    owner: str
    """The name of the broker or program whose network it is."""
    network: Network
    packets: PacketCounts | None = None
    """The packets that the fault affected; None until the network is restored."""

    def restore(self) -> None:
        """Restore the network, and set ``packets``.

        Raises:
            PlatformError: The fault affected no packet, so that it had no effect.
        """
        self.packets = self.network.mend()

    def __str__(self) -> str:
        """Return the name of the broker or program."""
        return self.owner


def break_network_of_leader(scene: Scene, how: Callable[[Network], None]) -> BrokenNetwork:
    """Break the network of the leader.

    Raises:
        FaultError: The leader has no network of its own.
    """
    broker = leader(scene)
    return _break_network(str(broker), broker.network, how)


def break_network_of_producer(scene: Scene, how: Callable[[Network], None]) -> BrokenNetwork:
    """Break the producer's network.

    Raises:
        FaultError: The producer has no network of its own.
    """
    name = scene.programs.producer.name
    return _break_network(name, scene.supervisor.network(name), how)


def restore_network(_scene: Scene, broken: BrokenNetwork) -> None:
    """Restore the network; this is the end of most faults that break a network."""
    broken.restore()


def _break_network(owner: str, network: Network | None, how: Callable[[Network], None]) -> BrokenNetwork:
    if network is None:
        raise FaultError(f"{owner} has no network of its own")
    how(network)
    return BrokenNetwork(owner, network)
