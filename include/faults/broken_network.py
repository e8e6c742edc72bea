"""The network of a broker or of the producer, while a fault breaks it."""

from collections.abc import Callable
from dataclasses import dataclass

from include.faults.leader import leader
from include.faults.scene import FaultError, Scene
from include.networks.network import Network
from include.networks.packet_counts import PacketCounts


@dataclass
class BrokenNetwork:
    """Whose network is broken; and, once it is restored, how many packets were concerned."""

    owner: str
    network: Network
    packets: PacketCounts | None = None

    def restore(self) -> None:
        """Restore the network.

        Raises:
            PlatformError: no packet was concerned, so that nothing was broken.
        """
        self.packets = self.network.mend()

    def __str__(self) -> str:
        """The name of the broker or program."""
        return self.owner


def break_network_of_leader(scene: Scene, how: Callable[[Network], None]) -> BrokenNetwork:
    """Break the network of the broker that leads."""
    broker = leader(scene)
    return _broken(str(broker), broker.network, how)


def break_network_of_producer(scene: Scene, how: Callable[[Network], None]) -> BrokenNetwork:
    """Break the producer's network."""
    name = scene.programs.producer.name
    return _broken(name, scene.supervisor.network(name), how)


def restore_network(_scene: Scene, broken: BrokenNetwork) -> None:
    """The end of every fault of a network: restore it."""
    broken.restore()


def _broken(owner: str, network: Network | None, how: Callable[[Network], None]) -> BrokenNetwork:
    if network is None:
        raise FaultError(f"{owner} has no network of its own")
    how(network)
    return BrokenNetwork(owner, network)
