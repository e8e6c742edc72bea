from types import SimpleNamespace
from typing import cast

import pytest

from include.faults import cut_off_producer
from include.faults.broken_network import BrokenNetwork
from include.faults.scene import FaultError, Scene
from include.networks.host_packet_rules import HostNetwork
from include.networks.packet_changes_and_counts import CUT_OFF, PacketCounts, Traffic
from include.networks.tcp import Retransmission

NOTHING = Traffic(0, 0, 0, 0, 0, 0)
SCENE = cast("Scene", None)


def broken(due_seconds: list[float], restored: list[float]) -> BrokenNetwork:
    """A network that was broken 30 s ago, with the times until TCP sends again, each of which is read once.

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

    network = SimpleNamespace(retransmissions=retransmissions, mend=mend, traffic=lambda: NOTHING)
    cut = BrokenNetwork("producer", cast("HostNetwork", network), CUT_OFF, NOTHING)
    cut.began -= 30
    return cut


def test_a_producer_is_restored_when_tcp_waits_for_a_third_of_the_time_if_it_had_sent_anything() -> None:
    restored: list[float] = []
    cut_off_producer.end(SCENE, broken([3, 2, 1, 50], restored))
    assert restored == [50]
    with pytest.raises(FaultError, match="producer was cut off, but TCP has no unacknowledged data"):
        cut_off_producer.end(SCENE, broken([], []))
