from types import SimpleNamespace
from typing import cast

import pytest

from include.faults.broken_network import BrokenNetwork
from include.faults.scene import FaultError, Scene
from include.kinds.fault import FAULTS
from include.machine.networks.packet_changes_and_counts import (
    CUT_OFF,
    Delay,
    Direction,
    Loss,
    PacketCounts,
    Traffic,
)
from include.settings.fault_parameters import AllFaultParameters

NOTHING = Traffic(0, 0, 0, 0, 0, 0)


def fake_network(owner: str, calls: list[tuple[str, object]]) -> SimpleNamespace:
    """A network that notes what is done to it."""

    def mend() -> PacketCounts:
        calls.append((owner, "mended"))
        return PacketCounts(count=9, dropped=None)

    return SimpleNamespace(
        break_by=lambda cause: calls.append((owner, cause)), mend=mend, traffic=lambda: NOTHING
    )


class FakeBroker(SimpleNamespace):
    """Broker 2, which leads every partition and has its own network, unless it is to have none."""

    def __str__(self) -> str:
        return "broker-2"


def scene(calls: list[tuple[str, object]], *, has_networks: bool = True) -> Scene:
    leader = FakeBroker(network=fake_network("leader", calls) if has_networks else None)
    network = fake_network("producer", calls) if has_networks else None
    settings = AllFaultParameters(fault_delay_ms=50, fault_share=0.1, loss_direction=Direction.BOTH)
    brokers = SimpleNamespace(leader_of=lambda _topic, _partition: leader)
    supervisor = SimpleNamespace(network=lambda _name: network)
    programs = SimpleNamespace(producer=SimpleNamespace(name="producer"))
    parts = {"settings": settings, "topic": "t", "programs": programs}
    return cast("Scene", SimpleNamespace(**parts, supervisor=supervisor, brokers=brokers))


@pytest.mark.parametrize(
    ("fault", "owner", "cause"),
    [
        ("delay-packets", "leader", Delay(50)),
        ("lose-packets", "leader", Loss(0.1, Direction.BOTH)),
        ("reorder-packets", "leader", Delay(50, 0.1)),
        ("delay-producer-packets", "producer", Delay(50)),
        ("lose-producer-packets", "producer", Loss(0.1, Direction.BOTH)),
        ("reorder-producer-packets", "producer", Delay(50, 0.1)),
    ],
)
def test_a_packet_fault_breaks_one_network_until_its_end(fault: str, owner: str, cause: Loss | Delay) -> None:
    calls: list[tuple[str, object]] = []
    injection = FAULTS[fault].inject(scene(calls))
    broken = next(injection)
    assert isinstance(broken, BrokenNetwork)
    assert calls == [(owner, cause)]
    assert str(broken) == ("producer" if "producer" in fault else "broker-2")
    next(injection, None)
    assert calls == [(owner, cause), (owner, "mended")]
    assert broken.packets == PacketCounts(count=9, dropped=None)


def test_a_leader_that_is_cut_off_loses_every_packet_in_both_directions() -> None:
    calls: list[tuple[str, object]] = []
    next(FAULTS["cut-off-leader"].inject(scene(calls)))
    assert calls == [("leader", CUT_OFF)]


def test_a_packet_fault_is_refused_without_a_network_of_the_targets_own() -> None:
    with pytest.raises(FaultError, match="broker-2 has no network of its own"):
        next(FAULTS["lose-packets"].inject(scene([], has_networks=False)))
    with pytest.raises(FaultError, match="producer has no network of its own"):
        next(FAULTS["lose-producer-packets"].inject(scene([], has_networks=False)))
