"""Small plans, and their cells on real brokers."""

from pathlib import Path
from typing import Any

import pytest

from bench.raw_logs import read_table
from include.cells.resource_limits import ResourceLimits
from include.cells.run_cell import run_cell
from include.cells.runner import Runner
from include.clusters.cluster import Cluster
from include.kinds.cluster_kind import RunnerKind
from include.plan.cluster_and_runner import Placement
from include.plan.plan import Plan
from include.plan.planning import DEFAULT_PLACEMENT, write_plan
from include.plan.planning import make_plan as resolve
from include.rawlog.manifest import Manifest, read_manifest
from include.spark_jobs.job.cell import measure_cell
from include.spark_jobs.results.measured_cell import MeasuredCell
from tests.report.synthetic import make_plan
from tests.session.load_programs import runner_on

FAULT_SETTINGS: dict[str, Any] = {
    "rate": 1000, "partitions": 3, "fault_after": 0.25, "fault_until": 0.75, "request_timeout_ms": 500,
    "session_timeout_ms": 6000, "auto_commit_ms": 200,
}  # fmt: skip
"""With these the clients notice a fault and recover from it within seconds."""

JAVA: dict[str, Any] = {"client": "java", "messages": 2000}
CLIENTS: dict[str, dict[str, Any]] = {"librdkafka": {"messages": 2000}, "java": JAVA}
"""The settings of a cell with a fault that depend on its client; they replace those above."""

TWIN = (pytest.mark.clients, pytest.mark.twin)
"""The marks of a cell of Java that another test has with librdkafka."""

with_each_client = pytest.mark.parametrize(
    "client",
    [
        pytest.param(CLIENTS["librdkafka"], id="librdkafka"),
        pytest.param(CLIENTS["java"], id="java", marks=TWIN),
    ],
)


def plan_of(
    run: Path,
    factors: dict[str, list[Any]],
    scenario: str = "delivery",
    placement: Placement = DEFAULT_PLACEMENT,
    **constants: Any,
) -> Plan:
    """A plan of one repetition, written into a new run folder."""
    messages = {} if "seconds" in constants else {"messages": 2000}
    constants = {**messages, "message_bytes": 256, **constants}
    experiment = make_plan(factors, 1, scenario=scenario, constants=constants).experiment
    plan = resolve(experiment, run.name, placement)
    write_plan(run, plan)
    return plan


def run_only_cell(run: Path, plan: Plan, cluster: Cluster, runner: Runner | None = None) -> Path:
    """Run the only cell of a plan, by default with load programs as processes, and return its folder."""
    (cell,) = plan.cells
    assert run_cell(run, plan, cell, cluster, runner or runner_on(cluster))
    return run / "cells" / cell.id


def folder_of(run: Path) -> Path:
    (folder,) = (run / "cells").iterdir()
    return folder


def rows(run: Path, file: str) -> list[dict[str, Any]]:
    """The rows of a file of the only cell's raw log."""
    return list(read_table(folder_of(run), f"{file}.parquet").to_pylist())


def ids(run: Path, file: str) -> list[int]:
    """The ids of the messages in a file of the only cell's raw log, in order."""
    return sorted(row["id"] for row in rows(run, file))


def manifest_of(run: Path) -> Manifest:
    return read_manifest(folder_of(run))


def measured(
    run: Path,
    cluster: Cluster,
    scenario: str = "delivery",
    placement: Placement = DEFAULT_PLACEMENT,
    runner: Runner | None = None,
    **settings: Any,
) -> MeasuredCell:
    """Run and measure a cell with these settings, the first of which is the experiment's factor."""
    factor, *_ = settings
    plan = plan_of(run, {factor: [settings.pop(factor)]}, scenario, placement, **settings)
    cell = measure_cell(run_only_cell(run, plan, cluster, runner))
    print({name: value for name, value in cell.metrics.items() if value})  # pytest shows it if the test fails
    return cell


def struck(run: Path, cluster: Cluster, **settings: Any) -> MeasuredCell:
    """Run and measure a cell whose clients notice a fault and recover from it within seconds."""
    return measured(run, cluster, **{**FAULT_SETTINGS, **settings})


def check(cell: MeasuredCell, metrics: dict[str, Any], guarantee: str | None) -> None:
    """Check a cell's metrics and guarantee.

    Args:
        cell: The cell.
        metrics: The expected values; ``some`` is any number but 0.
        guarantee: The expected verdict; None: any.
    """
    values = {name: cell.metrics[name] for name in metrics}
    seen = {name: "some" if metrics[name] == "some" and value else value for name, value in values.items()}
    assert (seen, cell.guarantee) == (metrics, guarantee or cell.guarantee)


def container_runner(cluster: Cluster) -> Runner:
    from include.cells.container_runner import ContainerRunner

    access = cluster.inside or cluster.access
    return ContainerRunner(access, "tests", ResourceLimits(memory_bytes=512 * 2**20))


def measured_in_containers(run: Path, cluster: Cluster, **settings: Any) -> MeasuredCell:
    """A cell whose load programs run in containers beside brokers in containers."""
    placement = Placement(cluster="compose", runner=RunnerKind.CONTAINER)
    return measured(run, cluster, placement=placement, runner=container_runner(cluster), **settings)
