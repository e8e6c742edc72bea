from types import SimpleNamespace
from typing import cast

import pytest

from include.faults import cut_off_producer
from include.faults.scene import FaultError, Scene
from include.machine.networks.packet_changes_and_counts import PacketCounts, Traffic
from include.machine.networks.tcp_congestion_and_retransmissions import Retransmission

NOTHING = Traffic(0, 0, 0, 0, 0, 0)


def scene(due_seconds: list[float], restored: list[float]) -> Scene:
    """A cell with the times until TCP of its producer sends again, each of which is read once.

    The time that was read last is noted when the network is restored.
    """
    read: list[float] = []

    def retransmissions() -> list[Retransmission]:
        read.extend(due_seconds[len(read) :][:1])
        young = Retransmission(90, times=2, due_seconds=0.4)
        return [young, Retransmission(41, times=7, due_seconds=read[-1])] if read else []

    def mend() -> PacketCounts:
        restored.append(read[-1])
        return PacketCounts(9, 9)

    network = SimpleNamespace(
        break_by=lambda _cause: None, retransmissions=retransmissions, mend=mend, traffic=lambda: NOTHING
    )
    supervisor = SimpleNamespace(network=lambda _name: network, release=lambda _name: None)
    producer = SimpleNamespace(name="producer")
    programs = SimpleNamespace(producer=producer, producers=[producer])
    return cast("Scene", SimpleNamespace(supervisor=supervisor, programs=programs))


def cut_off_for_30_s(scene: Scene) -> None:
    """Cut the producer off, pretend that 30 s have passed, and restore its network."""
    injection = cut_off_producer.inject(scene)
    next(injection).began -= 30
    next(injection, None)


def test_a_producer_is_restored_when_tcp_waits_for_a_third_of_the_time_if_it_had_sent_anything() -> None:
    restored: list[float] = []
    cut_off_for_30_s(scene([3, 2, 1, 50], restored))
    assert restored == [50]
    with pytest.raises(FaultError, match="producer was cut off, but TCP has no unacknowledged data"):
        cut_off_for_30_s(scene([], []))
