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
from include.networks.traffic import Delay, Loss

PacketChange = Callable[[StruckSettings], Loss | Delay]
"""Returns what happens to the packets of a network, as the settings of the cell say."""


def delay(settings: StruckSettings) -> Delay:
    """Delay every packet that leaves the network's owner by ``fault_delay_ms``."""
    return Delay(settings.fault_delay_ms)


def lose(settings: StruckSettings) -> Loss:
    """Lose the share ``fault_share`` of the packets in the directions that ``loss_direction`` names."""
    return Loss(settings.fault_share, settings.loss_direction)


def reorder(settings: StruckSettings) -> Delay:
    """Delay every packet that leaves the network's owner, except the share ``fault_share``."""
    return Delay(settings.fault_delay_ms, settings.fault_share)


def packet_fault_of_leader(name: str, title: str, change: PacketChange) -> Fault:
    """Return the record of a fault that changes what happens to the packets of the leader."""

    def begin(scene: Scene) -> BrokenNetwork:
        return break_network_of_leader(scene, change(scene.settings))

    return Fault(name, title, Target.BROKER, Capability.NETWORK, begin, restore_network)


def packet_fault_of_producer(name: str, title: str, change: PacketChange) -> Fault:
    """Return the record of a fault that changes what happens to the packets of the producer."""

    def begin(scene: Scene) -> BrokenNetwork:
        return break_network_of_producer(scene, change(scene.settings))

    return Fault(name, title, Target.PRODUCER, Capability.PROGRAM_NETWORK, begin, restore_network)
