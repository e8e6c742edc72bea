"""Start and warm up the run's cluster, and stop it."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from include import folders
from include.clusters.cluster import Cluster, ClusterError
from include.clusters.java import JavaError
from include.clusters.share import WARM_UP_BYTES
from include.clusters.warm_up import LONGEST, warm_up
from include.matrix.estimate import estimate
from include.matrix.plan import Cell, read_plan
from include.processes.owner import owner_of_this_process
from include.sweep.place import Connections, place_of
from include.sweep.plainly import log, plainly
from include.sweep.planning import pending

WARM_UP_SHARE = 0.2
"""Of the time that the cells are expected to take."""


def folder_of(run_id: str) -> Path:
    """Where the run's cluster lives."""
    return folders.RUNS / run_id / "cluster"


def start(run_id: str, connections: Connections) -> None:
    """Start the cluster and warm it up, unless no cell needs it."""
    plan = read_plan(folders.RUNS / run_id)
    with plainly(ClusterError, JavaError):
        stop(run_id, connections)  # what a killed attempt may have left
        cells = [plan.cell(cell) for cell in pending(plan)]
        if not cells:
            log.info("Every cell is sealed: no cluster is needed.")
            return
        place = place_of(plan, connections)
        cluster = place.start(folder_of(run_id), plan.release, owner_of_this_process())
        with _stopped_on_failure(cluster):
            most = WARM_UP_BYTES if plan.where.connection else math.inf
            warm_up(cluster, folder_of(run_id), run_id, longest_warm_up(cells), most)


def longest_warm_up(cells: list[Cell]) -> float:
    """Seconds that a warm-up may take at most, lest it takes longer than what it is for.

    A short run may begin before throughput stands still. It is logged, and since each block runs all
    treatments in random order, none of them is favoured.
    """
    return min(LONGEST, estimate(cells).total_seconds() * WARM_UP_SHARE)


def stop(run_id: str, connections: Connections) -> None:
    """Stop the cluster, where one was started."""
    try:
        cluster = place_of(read_plan(folders.RUNS / run_id), connections).attach(folder_of(run_id))
    except ClusterError:
        return
    cluster.stop()


@contextmanager
def _stopped_on_failure(cluster: Cluster) -> Iterator[None]:
    """Nobody else would stop it: a teardown doesn't run when its setup failed."""
    try:
        yield
    except BaseException:
        cluster.stop()
        raise
