"""Brokers of other releases, also while all are restarted, and with a late message."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from bench.raw_logs import read_table
from include.cells.run_cell import run_cell
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.topics import create_topic, delete_topic
from include.machine.errors import CellError, PlatformError
from include.machine.releases.releases_in_maven import available_releases
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import manifest_of, measured, plan_of, rows, struck
from tests.session.brokers import brokers_of
from tests.session.load_programs import runner_on

pytestmark = pytest.mark.releases

MINORS = {1: 2, 2: 9, 3: 10, 4: 5}
FEATURES = ["0.11", *(f"{major}.{minor}" for major, number in MINORS.items() for minor in range(number))]
SEMANTICS = ["at-most-once", "at-least-once", "idempotent", "exactly-once"]


@pytest.fixture(scope="module")
def newest() -> dict[str, str]:
    return {".".join(version.split(".")[:2]): version for version in available_releases()}


def test_no_feature_is_missing_here(newest: dict[str, str]) -> None:
    assert set(newest) == set(FEATURES)


@pytest.mark.parametrize("feature", FEATURES)
def test_a_release_is_run_with_each_semantics(tmp_path: Path, newest: dict[str, str], feature: str) -> None:
    with ExitStack() as stack:
        try:
            cluster = stack.enter_context(brokers_of(newest[feature], tmp_path / "cluster"))
        except PlatformError as error:
            if "is not complete in Maven Central" in str(error):
                pytest.skip(str(error))
            raise
        run = tmp_path / "run"
        plan = plan_of(run, {"semantics": SEMANTICS}, messages=500)
        for cell in plan.cells:
            assert run_cell(run, plan, cell, cluster, runner_on(cluster))
            received = read_table(run / "cells" / cell.id, "received.parquet")["id"].to_pylist()
            assert sorted(received) == list(range(500))
        create_topic(cluster.access, "passing", partitions=9, replication=3, config={})
        delete_topic(cluster.access, "passing")


OLD, NEW = "3.9.1", "4.4.0"
ROLLING: dict[str, Any] = {"seconds": 300, "fault_after": 0.01, "fault_until": 0.02}


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    with brokers_of(OLD, tmp_path_factory.mktemp("rolling")) as cluster:
        yield cluster


def started_releases(cluster: EmbeddedCluster, broker: int) -> list[str]:
    """The releases of the last two starts of a broker, the later one last, by its own logs."""
    log = cluster.broker(broker).state.log
    logs = (log.with_suffix(".earlier.log"), log)
    return [re.findall(r"Kafka version: (\S+)", file.read_text())[-1] for file in logs]


@pytest.mark.parametrize(
    "fault", [{"fault": "rolling-restart"}, {"fault": "rolling-upgrade", "fault_release": NEW}]
)
def test_exactly_once_holds_while_all_brokers_are_restarted_or_get_another_release_which_they_give_back(
    run: Path, old: EmbeddedCluster, fault: dict[str, str]
) -> None:
    cell = struck(run, old, semantics="exactly-once", **ROLLING, **fault)
    assert (cell.guarantee, cell.metrics["lost"], cell.metrics["duplicated"]) == (Verdict.KEPT, 0, 0)
    (producer,) = [program for program in manifest_of(run).programs if program.name == "producer"]
    assert 3_000 < producer.counts["sent"] < 300_000  # sending ended when the last broker was in sync again
    if "fault_release" in fault:
        assert [started_releases(old, broker) for broker in (1, 2, 3)] == [[NEW, OLD]] * 3
    else:
        assert [row["target"] for row in rows(run, "faults")] == ["broker 1, then broker 2, then broker 3"]


def test_a_cell_that_ends_before_the_last_restart_fails(run: Path, old: EmbeddedCluster) -> None:
    with pytest.raises(CellError, match="all messages had been sent before the last broker was restarted"):
        struck(run, old, semantics="exactly-once", **{**ROLLING, "fault": "rolling-restart", "seconds": 5})


HELD = {"request": "Produce", "where": {"nth": 2}, "act": "hold", "client": "leave"}

LATE: dict[str, Any] = {
    "semantics": "exactly-once",
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


@pytest.mark.parametrize(("release", "verdict"), [("3.5.2", Verdict.BROKEN), ("3.6.2", Verdict.KEPT)])
def test_before_kafka_3_6_a_late_message_joins_the_next_transaction_or_hangs_if_there_is_none(
    tmp_path: Path, release: str, verdict: Verdict
) -> None:
    with brokers_of(release, tmp_path / "cluster", proxied=True) as cluster:
        joined = measured(tmp_path / "joined", cluster, **LATE, partitions=2)
        hung = measured(tmp_path / "hung", cluster, **LATE, partitions=200, transaction_timeout_ms=5_000)
    assert (joined.guarantee, hung.guarantee) == (verdict, verdict)
    assert (joined.metrics["hanging"], hung.metrics["hanging"]) == (0, int(verdict is Verdict.BROKEN))
