from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from include.clusters.embedded.cluster import EmbeddedCluster
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import CLIENTS, ids, measured, rows, with_each_client

pytestmark = pytest.mark.brokers


def regrouped(run: Path, cluster: EmbeddedCluster, **settings: Any) -> MeasuredCell:
    return measured(run, cluster, "group_rebalance", semantics="idempotent", **settings)


@pytest.mark.parametrize(
    ("members", "assignor", "partition_counts"), [(1, "range", [3]), (3, "consumer-protocol", [1, 1, 1])]
)
def test_a_group_of_one_receives_all_three_messages_and_each_of_three_members_one(
    run: Path, embedded: EmbeddedCluster, members: int, assignor: str, partition_counts: list[int]
) -> None:
    small = {"messages": 3, "partitions": 3, "batch_bytes": 1}
    regrouped(run, embedded, assignor=assignor, consumers=members, **small)
    assert ids(run, "received") == [0, 1, 2]
    assert sorted(Counter(row["consumer"] for row in rows(run, "received")).values()) == partition_counts


FAST = {"rate": 1000, "fault_after": 0.2, "fault_until": 0.3, "heartbeat_ms": 500, "session_timeout_ms": 6000}


@with_each_client
def test_keys_keep_their_order_as_a_member_leaves(
    run: Path, embedded: EmbeddedCluster, client: dict[str, Any]
) -> None:
    change = {"fault": "stop-consumer", "keys": 4, "partitions": 4}
    cell = regrouped(run, embedded, assignor="cooperative-sticky", **FAST, **change, **client)
    names = ("split_keys", "out_of_order", "lost", "moved_needlessly", "owned_spread")
    assert [cell.metrics[name] for name in names] == [0, 0, 0, 0, 0]
    assert (cell.metrics["moved"] or 0) >= 1
    assert cell.guarantee is Verdict.KEPT
    assert {row["consumer"] for row in cell.tables["ownership"].to_pylist() if row["ending"] == "left"} == {0}


@pytest.mark.clients
@pytest.mark.parametrize(
    ("assignor", "fault"),
    [
        ("range", "add-consumer"),
        ("roundrobin", "stop-consumer"),
        ("cooperative-sticky", "kill-consumer"),
        ("consumer-protocol", "restart-consumers"),
    ],
)
def test_members_with_the_java_client_keep_the_promise_as_their_group_changes(
    run: Path, embedded: EmbeddedCluster, assignor: str, fault: str
) -> None:
    cell = regrouped(run, embedded, assignor=assignor, fault=fault, **FAST, **CLIENTS["java"])
    assert (cell.guarantee, cell.metrics["lost"]) == (Verdict.KEPT, 0)
    assert (cell.metrics["moved"] or 0) >= 1
