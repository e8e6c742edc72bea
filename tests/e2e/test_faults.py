import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from include.clusters.compose.cluster import ComposeCluster
from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine.processes.wait_until import wait_until
from include.plan.cluster_and_runner import Placement
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import (
    FAULT_SETTINGS,
    manifest_of,
    measured_in_containers,
    rows,
    struck,
    with_each_client,
)

pytestmark = pytest.mark.brokers


@pytest.fixture
def composed(compose_cluster: ComposeCluster) -> Iterator[ComposeCluster]:
    """The brokers in containers; after the test all run, and no network is broken."""
    yield compose_cluster
    compose_cluster.check()
    for id in (1, 2, 3):
        assert compose_cluster.container(id).status == "running"
        network = compose_cluster.broker(id).network
        assert network
        assert network.rules() == []


def test_at_most_once_loses_messages_of_a_killed_broker(run: Path, embedded: EmbeddedCluster) -> None:
    # A leader without messages of its own may lose none: most are with its followers when it is killed.
    cell = struck(run, embedded, semantics="at-most-once", fault="kill-leader-ahead")
    assert cell.metrics["lost"]
    assert cell.guarantee is Verdict.KEPT
    assert set(cell.tables["violations"]["violation"].to_pylist()) == {"lost", "gone"}
    assert [row["fault"] for row in rows(run, "faults")] == ["kill-leader-ahead"]
    manifest = manifest_of(run)
    assert manifest.in_sync is not None
    assert manifest.in_sync.fewest == 2
    assert sum(program.counts["connections_lost"] for program in manifest.programs) > 0


@with_each_client
def test_a_killed_producer_resends_the_messages_without_a_delivery_report(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    # With a short time-out the client itself would send again what a busy machine answers late.
    settings: dict[str, Any] = {"semantics": "at-least-once", "request_timeout_ms": 10_000, **client}
    cell = struck(run, embedded, fault="kill-producer", **settings)
    assert cell.metrics["duplicated"] == cell.metrics["sent_again"]
    assert (cell.metrics["duplicated"] or 0) >= 50
    assert (cell.metrics["acked"], cell.metrics["lost"]) == (client["messages"], 0)


def test_a_broker_that_a_killed_task_left_paused_is_resumed_before_the_next_cell(
    run: Path, embedded: EmbeddedCluster
) -> None:
    embedded.broker(2).pause()
    cell = struck(run, embedded, semantics="at-least-once", fault="freeze-leader")
    assert cell.guarantee is Verdict.KEPT


@pytest.mark.containers
def test_packets_of_a_broker_in_a_container_are_lost(run: Path, composed: ComposeCluster) -> None:
    lossy: dict[str, Any] = {"fault": "lose-packets", "fault_share": 0.2, "rate": 400, "messages": 1000}
    struck(run, composed, semantics="at-least-once", placement=Placement(cluster="compose"), **lossy)
    (window,) = rows(run, "faults")
    assert re.fullmatch(r"broker \d", window["target"])
    assert 0 < window["packets_dropped"] < window["packets_seen"]


@pytest.mark.containers
def test_the_packets_of_a_container_that_was_started_again_cross_the_bridge(composed: ComposeCluster) -> None:
    broker = composed.broker(2)
    broker.pause()
    composed.resume()
    broker.kill()
    composed.restore()
    composed.check()
    assert broker.network
    network, before = broker.network, broker.network.traffic()
    wait_until(lambda: network.traffic().since(before).outgoing_passed > 0, 10, lambda: "no packet crossed")


@pytest.mark.containers
def test_packets_of_a_producer_in_a_container_are_lost(run: Path, composed: ComposeCluster) -> None:
    # Under load the rules are there a second or two after the window begins.
    load: dict[str, Any] = {**FAULT_SETTINGS, "semantics": "at-least-once", "rate": 500, "messages": 4000}
    lossy: dict[str, Any] = {"fault": "lose-producer-packets", "fault_share": 0.2}
    cell = measured_in_containers(run, composed, **load, **lossy)
    assert cell.guarantee is Verdict.KEPT
    (window,) = rows(run, "faults")
    assert window["target"] == "producer"
    assert 0 < window["packets_dropped"] < window["packets_seen"]
    assert cell.metrics["segments_retransmitted"]


@pytest.mark.containers
def test_containers_are_as_distant_as_asked(run: Path, composed: ComposeCluster) -> None:
    distant: dict[str, Any] = {"rate": 200, "messages": 400, "round_trip_ms": 20, "broker_round_trip_ms": 5}
    metrics = measured_in_containers(run, composed, semantics="at-least-once", **distant).metrics
    assert 20 <= (metrics["round_trip"] or 0) < 26
    assert 5 <= (metrics["broker_round_trip"] or 0) < 7.25


@pytest.mark.containers
def test_a_paused_producer_is_fenced_with_its_transaction(run: Path, composed: ComposeCluster) -> None:
    settings = {**FAULT_SETTINGS, "semantics": "exactly-once", "transaction_timeout_ms": 1000}
    cell = measured_in_containers(run, composed, fault="freeze-producer", **settings)
    assert (cell.guarantee, cell.metrics["acked"], cell.metrics["duplicated"]) == (Verdict.KEPT, 2000, 0)
