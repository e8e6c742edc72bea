"""Start and warm up the run's cluster, and stop it."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from include import folders
from include.clusters.cluster import Cluster, ClusterError
from include.clusters.java import JavaError
from include.clusters.share import WARM_UP_BYTES
from include.clusters.warm_up import FILE, LONGEST, warm_up
from include.matrix.estimate import estimate
from include.matrix.plan import PLAN_FILE, Cell, Plan, read_plan
from include.processes.owner import owner_of_this_process
from include.storage.put import put, put_all
from include.sweep.place import Connections, place_of
from include.sweep.plainly import log, plainly
from include.sweep.planning import pending

CLUSTER_FOLDER = "cluster"

WARM_UP_SHARE = 0.2
"""Of the time that the cells are expected to take."""


def folder_of(run_id: str) -> Path:
    """Where the run's cluster lives, on this machine."""
    return folders.workplace(folders.RUNS / run_id) / CLUSTER_FOLDER


def start(run_id: str, connections: Connections) -> None:
    """Start the cluster and warm it up, unless no cell needs it."""
    with plainly(ClusterError, JavaError):
        plan = read_plan(folders.RUNS / run_id)
        _keep_plan_here(plan)
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
            _keep_warm_up(run_id)


def longest_warm_up(cells: list[Cell]) -> float:
    """Seconds that a warm-up may take at most, lest it takes longer than what it is for.

    A short run may begin before throughput stands still. It is logged, and since each block runs all
    treatments in random order, none of them is favoured.
    """
    return min(LONGEST, estimate(cells).total_seconds() * WARM_UP_SHARE)


def stop(run_id: str, connections: Connections) -> None:
    """Stop the cluster, where one was started; a storage that can't be reached doesn't keep it running."""
    try:
        plan = read_plan(folders.workplace(folders.RUNS / run_id))
        cluster = place_of(plan, connections).attach(folder_of(run_id))
    except (ClusterError, FileNotFoundError):
        return
    cluster.stop()


def _keep_plan_here(plan: Plan) -> None:
    """Keep a copy of the plan where the cluster is about to start, where the run's own isn't."""
    run = folders.RUNS / plan.run_id
    if (here := folders.workplace(run)) != run:
        put(here / PLAN_FILE, plan.model_dump_json(indent=2))


def _keep_warm_up(run_id: str) -> None:
    """Put its log into the run, for the report, where the cluster's folder isn't part of it."""
    folder, kept = folder_of(run_id), folders.RUNS / run_id / CLUSTER_FOLDER
    if kept != folder:
        put_all([folder / FILE], kept)


@contextmanager
def _stopped_on_failure(cluster: Cluster) -> Iterator[None]:
    """Nobody else would stop it: a teardown doesn't run when its setup failed."""
    try:
        yield
    except BaseException:
        cluster.stop()
        raise
