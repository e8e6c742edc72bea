"""A message of an aborted transaction arrives late, at brokers of two releases: ``make test-releases``."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from include.clusters.backend import ClusterRequest
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.startup import start
from include.processes.identity import ProcessIdentity
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import measured
from tests.session.shared_servers import stopped

pytestmark = pytest.mark.releases

HELD = {"request": "Produce", "where": {"nth": 2}, "act": "hold", "client": "leave"}

SETTINGS: dict[str, Any] = {
    "rate": 25,
    "messages": 150,
    "partitioning": "round-robin",
    "linger_ms": 0,
    "transaction_messages": 2,
    "unacknowledged_messages": 1,
    "request_timeout_ms": 900,
    "delivery_timeout_ms": 1_000,
    "fault": "strike-request",
    "fault_after": 0.3,
    "fault_until": 0.8,
    "strike": [{**HELD, "until": {"answered": "EndTxn", "delay_ms": 200}}],
}


@pytest.fixture
def cluster(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[EmbeddedCluster]:
    """Brokers of a release, which a proxy can stand before."""
    cluster_request = ClusterRequest(tmp_path / "cluster", request.param, ProcessIdentity.of(os.getpid()))
    with stopped(lambda: start(cluster_request, proxied=True)) as started:
        yield started


RELEASES = pytest.mark.parametrize(
    ("cluster", "verdict"), [("3.5.2", Verdict.BROKEN), ("3.6.2", Verdict.KEPT)], indirect=["cluster"]
)


def struck(run: Path, cluster: EmbeddedCluster, **settings: Any) -> MeasuredCell:
    return measured(run, cluster, {"semantics": ["exactly-once"]}, **SETTINGS, **settings)


@RELEASES
def test_a_late_message_joins_the_next_transaction_before_kafka_3_6(
    run: Path, cluster: EmbeddedCluster, verdict: Verdict
) -> None:
    cell = struck(run, cluster, partitions=2)
    assert cell.guarantee is verdict, cell.metrics
    assert cell.metrics["hanging"] == 0


@RELEASES
def test_a_late_message_hangs_before_kafka_3_6_in_a_partition_that_is_not_written_to_again(
    run: Path, cluster: EmbeddedCluster, verdict: Verdict
) -> None:
    cell = struck(run, cluster, partitions=200, transaction_timeout_ms=5_000)
    assert cell.guarantee is verdict, cell.metrics
    assert cell.metrics["hanging"] == (1 if verdict is Verdict.BROKEN else 0)
