"""Run one cell on the run's cluster, alone."""

import fcntl
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from include import folders
from include.cells.errors import CellError
from include.cells.retry_invalid import run_until_valid
from include.clusters.backend import Connections
from include.clusters.cluster import Cluster
from include.errors import PlatformError
from include.matrix.plan import Plan, read_plan
from include.rawlog.manifest import read_warm_up
from include.tasks.backend import backend_of, runner_of
from include.tasks.cluster import attached, folder_of
from include.tasks.user_errors import plainly


def run(run_id: str, cell_id: str, connections: Connections) -> None:
    """Run the cell until it is valid, or a few times; do nothing where it is sealed."""
    with _ends_when_asked(), plainly(CellError, PlatformError), _alone(run_id):
        plan = read_plan(folders.RUNS / run_id)
        planned = plan.cell(cell_id)
        own = plan.cluster_of(planned)
        cluster = _living_cluster(plan, own, connections)
        idle = [broker for other in attached(plan, connections, but=own) for broker in other.brokers]
        warm_up, runner = read_warm_up(folder_of(run_id, own)), runner_of(plan, cluster)
        run_until_valid(folders.RUNS / run_id, plan, planned, cluster, runner, warm_up, idle)


def _living_cluster(plan: Plan, name: str, connections: Connections) -> Cluster:
    try:
        cluster = backend_of(plan, name, connections).attach(folder_of(plan.run_id, name))
        cluster.check()
    except PlatformError as error:
        raise PlatformError(
            f"No living cluster for this cell: {str(error).rstrip('.')}. "
            "Clear the task start_cluster with its downstream tasks; sealed cells are not repeated."
        ) from error
    return cluster


@contextmanager
def _alone(run_id: str) -> Iterator[None]:
    """Wait until no other cell of the run runs, on whichever of its clusters.

    The pool isn't enough: its slot is free as soon as somebody marks a running cell as failed, while that
    cell's programs still run for some seconds.
    """
    folder_of(run_id).mkdir(parents=True, exist_ok=True)
    with (folder_of(run_id) / "cell.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def _ends_when_asked() -> Iterator[None]:
    """Let SIGTERM unwind the cell, so that its programs end; Airflow's own handler would go on."""

    def end(*_: object) -> NoReturn:
        raise SystemExit("the cell was asked to end")

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
