"""Brokers that are restarted one after another while messages are sent: ``make test-releases``."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from include.cells.program_supervisor import CellError
from include.clusters.backend import ClusterRequest
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.startup import start
from include.processes.identity import ProcessIdentity
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.verdicts.guarantee import Verdict
from tests.e2e.cells import FAULT_SETTINGS, measured, rows

pytestmark = pytest.mark.releases

OLD, NEW = "3.9.1", "4.4.0"

ROLLING: dict[str, Any] = {**FAULT_SETTINGS, "messages": 50_000, "fault_after": 0.05, "fault_until": 0.06}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedCluster]:
    folder = tmp_path_factory.mktemp("rolling") / "cluster"
    cluster = start(ClusterRequest(folder, OLD, ProcessIdentity.of(os.getpid())))
    yield cluster
    cluster.stop()


def run_single_cell(run: Path, cluster: EmbeddedCluster, fault: str, **settings: Any) -> MeasuredCell:
    factors = {"semantics": ["exactly-once"], "fault": [fault]}
    return measured(run, cluster, factors, **{**ROLLING, **settings})


def struck(run: Path) -> list[str]:
    """What the faults of the only cell struck."""
    return [row["target"] for row in rows(run, "faults")]


def started_releases(cluster: EmbeddedCluster, broker: int) -> list[str]:
    """The releases of the last two starts of a broker, the later one last, by its own logs."""
    log = cluster.broker(broker).state.log
    logs = (log.with_suffix(".earlier.log"), log)
    return [re.findall(r"Kafka version: (\S+)", file.read_text())[-1] for file in logs]


def test_exactly_once_holds_while_all_brokers_are_restarted(run: Path, cluster: EmbeddedCluster) -> None:
    cell = run_single_cell(run, cluster, "rolling-restart")
    assert (cell.guarantee, cell.metrics["lost"], cell.metrics["duplicated"]) == (Verdict.KEPT, 0, 0)
    assert struck(run) == ["broker 1, then broker 2, then broker 3"]


def test_exactly_once_holds_while_all_brokers_get_another_release_which_they_give_back(
    run: Path, cluster: EmbeddedCluster
) -> None:
    cell = run_single_cell(run, cluster, "rolling-upgrade", fault_release=NEW)
    assert (cell.guarantee, cell.metrics["lost"], cell.metrics["duplicated"]) == (Verdict.KEPT, 0, 0)
    assert [started_releases(cluster, broker) for broker in (1, 2, 3)] == [[NEW, OLD]] * 3


def test_a_cell_that_ends_before_the_last_restart_fails(run: Path, cluster: EmbeddedCluster) -> None:
    with pytest.raises(CellError, match="all messages had been sent before the last broker was restarted"):
        run_single_cell(run, cluster, "rolling-restart", messages=5000)
