from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from include.machine.processes.wait_until import wait_until
from include.machine.releases.versions import DEFAULT_RELEASE
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import measured, rows
from tests.session.brokers import brokers_of

pytestmark = pytest.mark.starts_brokers

LATE: dict[str, Any] = {
    "request": "WriteTxnMarkers", "of": "brokers", "act": "hold", "client": "cut",
    "until": {"answered": "AddPartitionsToTxn", "partition": 1},
}  # fmt: skip
LATE_ABORT, LATE_COMMIT = (
    {**LATE, "where": {"outcome": outcome, "partition": 0}} for outcome in ("abort", "commit")
)
INVALID_PRODUCER_EPOCH = 47


@pytest.fixture(scope="module")
def linked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    with brokers_of(DEFAULT_RELEASE, tmp_path_factory.mktemp("linked"), proxied=True, linked=True) as cluster:
        yield cluster


def struck(run: Path, cluster: EmbeddedCluster, **settings: Any) -> MeasuredCell:
    """A cell with transactions of two messages, one to each partition, of which every second is aborted."""
    load: dict[str, Any] = {"rate": 25, "messages": 150, "partitions": 2, "partitioning": "round-robin"}
    transactions = {"transaction_messages": 2, "unacknowledged_messages": 1, "abort_percent": 50}
    fault = {"fault_after": 0.4, "fault_until": 0.8, "strike": [LATE_ABORT, LATE_COMMIT]}
    settings = {"fault": "strike-request", **load, **transactions, **fault, **settings}
    return measured(run, cluster, semantics="exactly-once", **settings)


def connections(cluster: EmbeddedCluster) -> set[int]:
    """The ports of brokers to which the program with the links is connected."""
    (links,) = cluster.state.others
    return {
        socket.raddr.port
        for socket in psutil.Process(links.pid).net_connections("tcp")
        if socket.status == psutil.CONN_ESTABLISHED and socket.raddr
    }


def test_a_late_marker_of_an_earlier_transaction_ends_the_next_one_in_its_partition(
    run: Path, linked: EmbeddedCluster
) -> None:
    cell = struck(run, linked)
    assert cell.guarantee is Verdict.BROKEN
    assert [cell.metrics[name] for name in ("lost", "aborted_seen", "torn")] == [1, 1, 2]
    strikes = rows(run, "strikes")
    assert [(strike["request"], strike["error_code"]) for strike in strikes] == [("WriteTxnMarkers", 0)] * 2
    assert [strike["outcome"] for strike in strikes] == ["abort", "commit"]
    links = linked.state.links
    assert links
    directly = {broker.broker_port for broker in links.brokers}
    wait_until(lambda: bool(connections(linked) & directly), 20, lambda: "no broker reached another one")
    assert not connections(linked) & {broker.port for broker in links.brokers}  # the proxy's ports


@pytest.mark.clients
def test_a_late_marker_does_no_harm_to_a_client_with_version_2_of_transactions(
    run: Path, linked: EmbeddedCluster
) -> None:
    assert struck(run, linked, client="java", lead_in_seconds=2, messages=250).guarantee is Verdict.KEPT
    assert [strike["error_code"] for strike in rows(run, "strikes")] == [INVALID_PRODUCER_EPOCH] * 2


def test_the_program_with_the_links_ends_with_its_brokers(tmp_path: Path) -> None:
    with brokers_of(DEFAULT_RELEASE, tmp_path, linked=True) as cluster:
        (links,) = cluster.state.others
        assert links.alive()
    assert not links.alive()
