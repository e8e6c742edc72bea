from contextlib import AbstractContextManager
from types import SimpleNamespace
from typing import cast

import pytest

from include.cells.fault_injection import FaultWindow
from include.faults.scene import Brokers, FaultError, Scene, Supervisor
from include.machine.networks.packet_changes_and_counts import Loss, PacketCounts, Traffic
from include.scenarios.reliable_ack.settings import ReliableAckSettings
from tests.load_programs import described_workload


class FakeNetwork:
    """A network that remembers what was done to it, and whose TCP retransmits what is lost."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def break_by(self, cause: Loss) -> None:
        self.done.append(f"loses {cause.share:g} {cause.direction}")

    def mend(self) -> PacketCounts:
        self.done.append("mended")
        return PacketCounts(count=1_000, dropped=30)

    def traffic(self) -> Traffic:
        return Traffic(970, 30, 500, 0, 970, 33) if "mended" in self.done else Traffic(0, 0, 0, 0, 0, 0)


def lossy(network: FakeNetwork | None, packet_loss: float) -> AbstractContextManager[list[FaultWindow]]:
    """The context of a cell whose producer, with this network, sends messages."""
    settings = ReliableAckSettings.model_validate({"level": "leader", "packet_loss": packet_loss})
    supervisor = cast("Supervisor", SimpleNamespace(network=lambda _name: network))
    workload = described_workload(settings)
    scene = Scene(settings, "t", workload.programs(), supervisor, cast("Brokers", None))
    return workload.while_sending(scene)


def test_packets_are_lost_from_before_the_first_message_until_after_the_last_or_only_counted() -> None:
    network = FakeNetwork()
    with lossy(network, 3) as windows:
        network.done.append("all messages are sent")
    assert network.done == ["loses 0.03 outgoing", "all messages are sent", "mended"]
    (window,) = windows
    assert (str(window.target), window.packets) == ("producer", PacketCounts(count=1_000, dropped=30))
    assert window.ended_ns is not None
    network = FakeNetwork()
    with lossy(network, 0) as windows:
        pass
    assert network.done == ["loses 0 outgoing", "mended"]
    assert windows == []


def test_a_loss_of_packets_requires_a_network_of_the_producers_own() -> None:
    with lossy(None, 0) as windows:
        pass
    assert windows == []
    with pytest.raises(FaultError, match="producer has no network of its own"), lossy(None, 3):
        pass
