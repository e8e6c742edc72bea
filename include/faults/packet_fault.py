"""The faults that delay, lose or reorder the packets of the leader or of the producer."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from include.faults.broken_network import (
    BrokenNetwork,
    break_network_of_leader,
    break_network_of_producer,
)
from include.faults.scene import Scene
from include.faults.struck_leader import leader_fault
from include.kinds.fault import Capability, Fault, Target
from include.machine.networks.packet_changes_and_counts import Delay, Loss
from include.settings.fault_parameters import PacketParameters, parameters


class PacketChange(NamedTuple):
    """The effect of a fault on the packets of a network."""

    parameters: tuple[str, ...]
    """The parameters on which the effect depends."""
    of: Callable[[PacketParameters], Loss | Delay]
    """The loss or the delay of packets that follows from the parameters."""


DELAY = PacketChange(("fault_delay_ms",), lambda settings: Delay(settings.fault_delay_ms))
"""Every packet that the fault's target sends is delayed by ``fault_delay_ms``."""

LOSE = PacketChange(
    ("fault_share", "loss_direction"), lambda settings: Loss(settings.fault_share, settings.loss_direction)
)
"""The share ``fault_share`` of the packets in the directions of ``loss_direction`` is lost."""

REORDER = PacketChange(
    ("fault_share", "fault_delay_ms"), lambda settings: Delay(settings.fault_delay_ms, settings.fault_share)
)
"""Every packet that the fault's target sends is delayed, except the share ``fault_share``."""


def packet_fault_of_leader(name: str, title: str, change: PacketChange) -> Fault:
    """The record of a fault that changes the packets of the leader."""
    inject = partial(_inject, break_network_of_leader, change)
    return leader_fault(name, title, inject, *change.parameters, needs=Capability.NETWORK)


def packet_fault_of_producer(name: str, title: str, change: PacketChange) -> Fault:
    """The record of a fault that changes the packets of the producer."""
    inject, needs = partial(_inject, break_network_of_producer, change), Capability.PROGRAM_NETWORK
    return Fault(name, title, Target.PRODUCER, needs, inject, parameters=change.parameters)


def _inject(
    break_network: Callable[[Scene, Loss | Delay], BrokenNetwork], change: PacketChange, scene: Scene
) -> Iterator[BrokenNetwork]:
    network = break_network(scene, change.of(parameters(scene.settings, PacketParameters)))
    yield network
    network.restore()
