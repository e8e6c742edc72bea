"""Start and warm up the run's cluster, and stop it."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path

from pydantic import ValidationError

from include import folders
from include.clusters import broker_config_dump
from include.clusters.backend import ClusterRequest, Connections
from include.clusters.cluster import Cluster
from include.clusters.warm_up import MAX_SECONDS, warm_up
from include.errors import PlatformError
from include.matrix.estimate import estimate
from include.matrix.plan import PLAN_FILE, Cell, Plan, read_plan
from include.processes.owner import owner_of_this_process
from include.rawlog.manifest import WARM_UP_FILE
from include.servers.registry import check_installed
from include.storage.atomic_write import put, put_all
from include.tasks.backend import backend_of
from include.tasks.machine_lease import turn
from include.tasks.planning import pending
from include.tasks.user_errors import log, plainly

CLUSTER_FOLDER = "cluster"

TURN = "turn"
"""In the state folder: whose cluster this machine is for."""

WARM_UP_SHARE = 0.2
"""Of the time that the cells are expected to take."""

WARM_UP_SHARE_COMPARED = 0.5
"""The same, where arms are compared: cold brokers were up to three times slower, and not both alike."""


def folder_of(run_id: str, name: str = "") -> Path:
    """Where a cluster of the run lives, on this machine; those of arms are named after them."""
    return folders.work_folder(folders.RUNS / run_id) / "-".join(filter(None, (CLUSTER_FOLDER, name)))


def start(run_id: str, connections: Connections) -> None:
    """Start the run's clusters and warm them up, those that cells need.

    Raises:
        NotYetError: another run's cluster has this machine.
    """
    with plainly(PlatformError):
        plan = read_plan(folders.RUNS / run_id)
        _keep_plan_here(plan)
        _stop(plan, connections)  # what a killed attempt may have left
        cells = [plan.cell(cell) for cell in pending(plan)]
        if not cells:
            log.info("Every cell is sealed: no cluster is needed.")
            return
        needed = sorted({plan.cluster_of(cell) for cell in cells})
        check_installed(server for name in needed if (server := plan.clusters[name].server))
        with _stopped_on_failure(plan, connections):
            with _turn(plan, connections):
                clusters = {name: _started(plan, name, connections) for name in needed}
            # Other servers than Kafka compile nothing while they run.
            cold = [name for name in needed if plan.clusters[name].server is None]
            for name in cold:
                _warm_up(plan, clusters[name], folder_of(run_id, name), longest_warm_up(cells, len(cold)))


def _started(plan: Plan, name: str, connections: Connections) -> Cluster:
    brokers, owner = plan.clusters[name], owner_of_this_process()
    folder = folder_of(plan.run_id, name)
    request = ClusterRequest(folder, brokers.release, owner, brokers.settings, plan.cores.brokers)
    return backend_of(plan, name, connections).start(request)


def _warm_up(plan: Plan, cluster: Cluster, folder: Path, longest: float) -> None:
    kind = plan.placement.kind
    warm_up(cluster, folder, plan.run_id, longest, kind.max_warm_up_bytes)
    if kind.manages_brokers:  # other brokers describe their settings only to users with a permission
        broker_config_dump.dump_broker_config(cluster.access, folder)
    _keep_what_is_known(plan.run_id, folder)


@contextmanager
def _stopped_on_failure(plan: Plan, connections: Connections) -> Iterator[None]:
    """Nobody else would stop them: a teardown doesn't run when its setup failed."""
    try:
        yield
    except BaseException:
        _stop(plan, connections)
        raise


def _turn(plan: Plan, connections: Connections) -> AbstractContextManager[None]:
    """The lease of this machine for the start of its clusters; none for brokers that run elsewhere."""
    if not plan.placement.kind.manages_brokers:
        return nullcontext()
    return turn(folders.STATE / TURN, plan.run_id, lambda run: _lives(run, connections))


def _lives(run_id: str, connections: Connections) -> bool:
    """Whether a broker of the run's clusters does. A plan of another version of this project says nothing."""
    try:
        plan = _read_plan_here(run_id)
    except (FileNotFoundError, ValidationError):
        return False
    return any(broker.alive() for cluster in attached(plan, connections) for broker in cluster.brokers)


def longest_warm_up(cells: list[Cell], clusters: int = 1) -> float:
    """Seconds that the warm-up of each cluster may take at most, lest it takes longer than what it is for.

    A short run may begin before throughput stands still. It is logged, and since each block runs all
    treatments in random order, none of them is favoured. Where arms are compared on clusters of their own,
    one may be: they have more time.
    """
    share = WARM_UP_SHARE_COMPARED if cells[0].arm else WARM_UP_SHARE
    return min(MAX_SECONDS, estimate(cells).total_seconds() * share / clusters)


def stop(run_id: str, connections: Connections) -> None:
    """Stop the clusters that were started; a storage that can't be reached doesn't keep them running."""
    with suppress(FileNotFoundError):
        _stop(_read_plan_here(run_id), connections)


def _stop(plan: Plan, connections: Connections) -> None:
    for cluster in attached(plan, connections):
        cluster.stop()


def attached(plan: Plan, connections: Connections, but: str | None = None) -> Iterator[Cluster]:
    """The run's clusters that were started and not stopped; all ``but`` one, where one is named."""
    for name in plan.clusters.keys() - {but}:
        with suppress(PlatformError):
            yield backend_of(plan, name, connections).attach(folder_of(plan.run_id, name))


def _read_plan_here(run_id: str) -> Plan:
    """The run's plan, from this machine.

    Raises:
        FileNotFoundError: no cluster was to be started here.
    """
    return read_plan(folders.work_folder(folders.RUNS / run_id))


def _keep_plan_here(plan: Plan) -> None:
    """Keep a copy of the plan where the cluster is about to start, where the run's own isn't."""
    run = folders.RUNS / plan.run_id
    if (here := folders.work_folder(run)) != run:
        put(here / PLAN_FILE, plan.model_dump_json(indent=2))


def _keep_what_is_known(run_id: str, folder: Path) -> None:
    """Put its warm-up and its settings into the run, where the cluster's folder isn't part of it."""
    kept = folders.RUNS / run_id / folder.name
    if kept != folder:
        written = [folder / name for name in (WARM_UP_FILE, broker_config_dump.FILE)]
        put_all([file for file in written if file.is_file()], kept)
