from collections.abc import Iterator

import pytest

from include.machine.errors import PlatformError
from include.machine.networks.cluster_namespaces import Namespaces
from include.machine.networks.host_packet_rules import HostNetwork
from include.machine.networks.namespace import Namespace, namespace_of
from include.machine.networks.packet_changes_and_counts import CUT_OFF, Delay, Direction, Loss
from tests.machine.networks.transfer import receiving, send, shortest_round_trip

pytestmark = pytest.mark.needs("network-namespaces")

MEGABYTES = 2_000_000


@pytest.fixture
def producer(namespaces: Namespaces) -> Namespace:
    return namespace_of(namespaces.programs["producer"])


@pytest.fixture
def network(namespaces: Namespaces, producer: Namespace) -> Iterator[HostNetwork]:
    """The producer's network, which is whole again after the test."""
    network = namespaces.bridge.network("producer", producer)
    with receiving(namespace_of(namespaces.brokers[1])):
        yield network
    assert network.rules() == []


@pytest.mark.parametrize("share", [0, 0.03, 0.09])
def test_tcp_retransmits_what_is_dropped_on_the_bridge(
    namespaces: Namespaces, producer: Namespace, network: HostNetwork, share: float
) -> None:
    before = network.traffic()
    network.break_by(Loss(share))
    send(producer, namespaces.address(1), MEGABYTES)
    counted = network.traffic().since(before)
    network.mend()
    assert counted.outgoing_passed > MEGABYTES / 1500
    assert counted.incoming_dropped == 0
    assert counted.outgoing_dropped == pytest.approx(
        share * (counted.outgoing_passed + counted.outgoing_dropped), rel=0.5
    )
    # Without a round trip TCP takes what is merely late for lost, and sends more again than was dropped.
    assert 0.5 * counted.outgoing_dropped <= counted.segments_retransmitted
    assert counted.segments_retransmitted <= 5 * counted.outgoing_dropped + counted.segments_sent / 10


def test_packets_on_their_way_to_a_host_are_lost_by_choice(
    namespaces: Namespaces, producer: Namespace, network: HostNetwork
) -> None:
    before = network.traffic()
    network.break_by(Loss(0.1, Direction.BOTH))
    send(producer, namespaces.address(1), MEGABYTES)
    counted = network.traffic().since(before)
    network.mend()
    assert counted.incoming_dropped > 0
    assert counted.dropped(Direction.BOTH) == counted.outgoing_dropped + counted.incoming_dropped


def test_a_host_is_cut_off(namespaces: Namespaces, producer: Namespace, network: HostNetwork) -> None:
    before = network.traffic()
    network.break_by(CUT_OFF)
    code, _ = producer.run(["sh", "-c", f"timeout 0.2 bash -c '</dev/tcp/{namespaces.address(1)}/9092'"])
    assert code
    namespaces.bridge.mend()
    send(producer, namespaces.address(1))
    assert network.traffic().since(before).outgoing_dropped > 0


def test_packets_are_held_back_for_the_delay(
    namespaces: Namespaces, producer: Namespace, network: HostNetwork
) -> None:
    network.break_by(Delay(40))
    delayed = shortest_round_trip(producer, namespaces.address(1))
    network.mend()
    assert 40 <= delayed < 60
    assert shortest_round_trip(producer, namespaces.address(1)) < 20


def test_packets_that_overtake_others_make_tcp_repeat_itself(
    namespaces: Namespaces, producer: Namespace, network: HostNetwork
) -> None:
    before = network.traffic()
    network.break_by(Delay(10, 0.5))
    send(producer, namespaces.address(1), MEGABYTES)
    counted = network.traffic().since(before)
    network.mend()
    assert counted.segments_retransmitted > 0
    assert counted.outgoing_dropped == 0


def test_a_delay_that_ended_early_is_an_error(producer: Namespace, network: HostNetwork) -> None:
    network.break_by(Delay(5))
    assert network._holder
    network._holder._program._process.kill()
    with pytest.raises(PlatformError, match="the program that delays packets had ended"):
        network.mend()
