from pathlib import Path
from typing import Any, cast

import pytest

from include.cells.fault_injection import Breaking
from include.clusters.cluster import Cluster
from include.faults.scene import Crew, FaultError, Scene
from include.networks.packet_counts import PacketCounts
from include.scenarios.load_programs import Topics, load_programs
from include.scenarios.registry import settings_of


class FakeNetwork:
    """Notes what is done to it."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def lose_packets(self, share: float) -> None:
        self.done.append(f"loses {share:g}")

    def mend(self) -> PacketCounts:
        self.done.append("mended")
        return PacketCounts(seen=100, dropped=3)


class FakeCrew:
    """A crew whose producer has this network."""

    def __init__(self, network: FakeNetwork | None) -> None:
        self._network = network

    def network(self, _name: str) -> FakeNetwork | None:
        return self._network


def breaking(network: FakeNetwork | None, **settings: Any) -> Breaking:
    values = settings_of({"scenario": "rack", "level": "leader", **settings})
    topics = Topics("t")
    programs = load_programs(values, "run", "cell", Path(), topics, "127.0.0.1:1")
    crew = cast("Crew", FakeCrew(network))
    return Breaking(Scene(cast("Cluster", None), values, topics, programs, crew))


def test_packets_are_lost_from_before_the_first_message_to_after_the_last() -> None:
    network = FakeNetwork()
    faults = breaking(network, packet_loss=3)
    with faults.lossy():
        network.done.append("all is sent")
    assert network.done == ["loses 0.03", "all is sent", "mended"]
    (window,) = faults.windows
    assert (str(window.target), window.packets) == ("producer", PacketCounts(seen=100, dropped=3))
    assert window.ended_ns is not None


def test_where_none_is_to_be_lost_the_network_is_the_same_but_for_that() -> None:
    network = FakeNetwork()
    faults = breaking(network, packet_loss=0)
    with faults.lossy():
        pass
    assert network.done == ["loses 0", "mended"]
    assert faults.windows == []


def test_without_a_network_of_its_own_a_producer_can_lose_none() -> None:
    with breaking(None, packet_loss=0).lossy():
        pass
    lossy = breaking(None, packet_loss=3).lossy()
    with pytest.raises(FaultError, match="producer has no network of its own"), lossy:
        pass
