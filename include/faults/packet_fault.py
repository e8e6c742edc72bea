"""The faults that delay, lose or reorder the packets of the leader or of the producer."""

from collections.abc import Callable

from include.faults.broken_network import (
    BrokenNetwork,
    break_network_of_leader,
    break_network_of_producer,
    restore_network,
)
from include.faults.fault import Capability, Fault, Target
from include.faults.scene import Scene
from include.faults.struck_settings import StruckSettings
from include.networks.network import Network

PacketChange = Callable[[Network, StruckSettings], None]
"""Changes what happens to the packets of a network, as the settings of the cell say."""


def delay(network: Network, settings: StruckSettings) -> None:
    """Delay every packet that leaves the network's owner by ``fault_delay_ms``."""
    network.delay_packets(settings.fault_delay_ms)


def lose(network: Network, settings: StruckSettings) -> None:
    """Lose the share ``fault_share`` of the packets from and to the network's owner."""
    network.lose_packets(settings.fault_share)


def reorder(network: Network, settings: StruckSettings) -> None:
    """Delay every packet that leaves the network's owner, except the share ``fault_share``."""
    network.reorder_packets(settings.fault_share, settings.fault_delay_ms)


def packet_fault_of_leader(name: str, title: str, change: PacketChange) -> Fault:
    """Return the record of a fault that changes what happens to the packets of the leader."""

    def begin(scene: Scene) -> BrokenNetwork:
        return break_network_of_leader(scene, lambda network: change(network, scene.settings))

    return Fault(name, title, Target.BROKER, Capability.NETWORK, begin, restore_network)


def packet_fault_of_producer(name: str, title: str, change: PacketChange) -> Fault:
    """Return the record of a fault that changes what happens to the packets of the producer."""

    def begin(scene: Scene) -> BrokenNetwork:
        return break_network_of_producer(scene, lambda network: change(network, scene.settings))

    return Fault(name, title, Target.PRODUCER, Capability.PROGRAM_NETWORK, begin, restore_network)
