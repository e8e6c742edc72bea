"""Start and warm up the clusters of a run, and stop them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

from include.cells import program_forking
from include.clients.client_adapters import security_of
from include.clusters import broker_config_dump
from include.clusters.backend import (
    Backend,
    ClusterRequest,
    Connections,
    check_installed,
    servers,
)
from include.clusters.cluster import Cluster
from include.clusters.warm_up import MAX_SECONDS, MAX_SECONDS_BELOW_SATURATION, warm_up
from include.kinds.cluster_kind import RunnerKind
from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.processes.owner_mark import owner_of_this_process
from include.machine.storage.atomic_write import put, put_all
from include.machine.storage.path import AnyPath
from include.plan.estimate import estimate
from include.plan.plan import PLAN_FILE, BrokenPlanError, Plan, read_plan
from include.plan.planning import with_bearable_rate
from include.plan.start_variation import with_start_variation
from include.plan.treatment import Cell
from include.rawlog.cells_and_results_of_run import sealed_ids
from include.rawlog.start_records import (
    START_FILE,
    WAITING_FILE,
    WARM_UP_FILE,
    StartRecord,
    read_start,
    read_warm_up,
)
from include.tasks.cell_preparation import prepare_cells
from include.tasks.failed_subjects import forget_failures
from include.tasks.machine_lease import MachineInUseError, machine_lease
from include.tasks.planning import pending_cells
from include.tasks.user_errors import log

CLUSTER_FOLDER = "cluster"

LOSS_FILE = "lost.txt"
"""A file in the folder of a cluster that ended unexpectedly. The file contains the reason that the first
affected cell reported."""

FORK_SERVER_LOG = "load-programs.log"
"""The file with the error output of the fork server, in the folder of a cluster."""

WARM_UP_SHARE_WITH_FAULTS = 0.2
"""The maximum duration of the warm-up, as a share of the expected duration of the cells, if every cell is
disturbed. Disturbed cells are about guarantees, which do not depend on warm brokers."""


def backend_of(plan: Plan, name: str, connections: Connections) -> Backend:
    """The backend of the cluster with this name in a plan."""
    if server := plan.clusters[name].server:
        return servers()[server]
    return plan.placement.kind.package().backend_for(plan, name, connections)


def folder_of(run_id: str, name: str = "") -> Path:
    """The folder of a run's cluster on this machine. The clusters of arms have the names of the arms."""
    return _cluster_folder(_here(run_id), name)


def _here(run_id: str) -> Path:
    """The folder of the run on this machine."""
    return folders.work_folder(folders.RUNS / run_id)


def _cluster_folder(here: Path, name: str) -> Path:
    return here / "-".join(filter(None, (CLUSTER_FOLDER, name)))


def start(run_id: str, connections: Connections) -> None:
    """Start and warm up the clusters that the first pending cells of the run need."""
    plan = read_plan(folders.RUNS / run_id)
    _keep_plan_here(plan)
    _stop(plan, connections)  # what a killed attempt left running
    cells = _pending(plan)
    if not cells:
        log.info("Every cell is sealed: no cluster is needed.")
        return
    _start_for(plan, cells[0].start, connections)


def start_again(plan: Plan, cell: Cell, connections: Connections) -> None:
    """Restart the run's clusters if the cell is pending and belongs to another start of the brokers."""
    running = read_start(folder_of(plan.run_id, plan.cluster_of(cell)))
    is_other = running is not None and running.number != cell.start
    if is_other and cell.id in pending_cells(plan):
        log.info("The brokers are stopped and started: start %d of %d.", cell.start, plan.experiment.starts)
        _start_for(plan, cell.start, connections)


def _start_for(plan: Plan, number: int, connections: Connections) -> None:
    """Start and warm up the clusters for the pending cells of the brokers' start ``number``.

    Clusters that are running are stopped first.
    """
    cells = [cell for cell in _pending(plan) if cell.start == number]
    names = sorted({plan.cluster_of(cell) for cell in cells})
    check_installed(server for name in names if (server := plan.clusters[name].server))
    prepare_cells(plan, log.info)
    began = datetime.now(UTC)
    with _stopped_on_failure(plan, connections):
        with _lease(plan, connections):
            _stop(plan, connections)
            clusters = {name: _started(plan, name, connections) for name in names}
            _check_security(plan, clusters)
            _start_fork_server(plan)
        # Queue servers do not compile code while they run, so they need no warm-up.
        for name in (name for name in names if plan.clusters[name].server is None):
            _warm_up(plan, clusters[name], folder_of(plan.run_id, name), max_warm_up_seconds(plan, cells))
        _lower_rate(plan, names)
    for name in names:
        _record_start(plan, name, StartRecord(number=number, began=began))


def _lower_rate(plan: Plan, names: Iterable[str]) -> None:
    """Give the plan a rate that the machine bears, before the first cell of the run."""
    run = folders.RUNS / plan.run_id
    records = (read_warm_up(folder_of(plan.run_id, name)) for name in names)
    sustained = [record.sustained for record in records if record and record.sustained]
    if not sustained or sealed_ids(run):
        return
    bearable = with_bearable_rate(plan, min(sustained))
    if bearable is not plan:
        bearable = with_start_variation(bearable, folders.RUNS)
        put(run / PLAN_FILE, bearable.model_dump_json(indent=2))
        _keep_plan_here(bearable)
        rate = bearable.experiment.constants["rate"]
        log.info("The warm-up sustained %.0f messages/s: the cells have %g messages/s.", min(sustained), rate)


def _pending(plan: Plan) -> list[Cell]:
    return [plan.cell(cell) for cell in pending_cells(plan)]


def _record_start(plan: Plan, name: str, record: StartRecord) -> None:
    """Record the number and the time of the brokers' start, if Kerran starts the brokers."""
    if plan.placement.kind.manages_brokers or plan.clusters[name].server:
        put(folder_of(plan.run_id, name) / START_FILE, record.model_dump_json())


def _check_security(plan: Plan, clusters: Mapping[str, Cluster]) -> None:
    """Check that the clients of a plan support the security settings for connecting to its brokers."""
    brokers = [cluster for name, cluster in clusters.items() if plan.clusters[name].server is None]
    for client, cluster in product(plan.clients, brokers):
        security_of(client, cluster.access.security)


def _start_fork_server(plan: Plan) -> None:
    """Start the fork server, if load programs are processes of this machine."""
    if plan.placement.runner is RunnerKind.PROCESS:
        log_file = folder_of(plan.run_id) / FORK_SERVER_LOG
        program_forking.start_server(plan.run_id, log_file, owner_of_this_process())


def _started(plan: Plan, name: str, connections: Connections) -> Cluster:
    brokers, owner = plan.clusters[name], owner_of_this_process()
    folder = folder_of(plan.run_id, name)
    (folder / LOSS_FILE).unlink(missing_ok=True)
    forget_failures(folder)
    request = ClusterRequest(folder, brokers.release, owner, brokers.settings, plan.cores.brokers)
    return backend_of(plan, name, connections).start(request)


def _warm_up(plan: Plan, cluster: Cluster, folder: Path, longest: float) -> None:
    kind = plan.placement.kind
    warm_up(cluster, folder, plan.run_id, longest, kind.max_warm_up_bytes)
    if kind.manages_brokers:  # other brokers describe their settings only to users with a permission
        broker_config_dump.dump_broker_config(cluster.access, folder)
    _keep_records(plan.run_id, folder)


@contextmanager
def _stopped_on_failure(plan: Plan, connections: Connections) -> Iterator[None]:
    """Stop the clusters if their start fails, because Airflow does not run the teardown task in this case."""
    try:
        yield
    except BaseException:
        _stop(plan, connections)
        raise


@contextmanager
def _lease(plan: Plan, connections: Connections) -> Iterator[None]:
    """The lease for starting clusters on this machine; no lease if Kerran does not start the brokers.

    While another run has it, ``waiting.txt`` says which one.
    """
    if not plan.placement.kind.manages_brokers:
        yield
        return
    here = _here(plan.run_id)
    waiting = here / WAITING_FILE
    try:
        with machine_lease(folders.MACHINE_LEASE, here, lambda run: has_cluster(run, connections)):
            waiting.unlink(missing_ok=True)
            yield
    except MachineInUseError as error:
        put(waiting, str(error))
        raise


def has_cluster(here: Path, connections: Connections) -> bool:
    """Whether a broker of the run in this folder is alive, even if another deployment started it.

    False if this version of Kerran cannot read the plan.
    """
    try:
        plan = read_plan(here)
    except (FileNotFoundError, BrokenPlanError):
        return False
    clusters = _attached(plan, plan.clusters, here, connections)
    return any(broker.alive() for cluster in clusters for broker in cluster.brokers)


def max_warm_up_seconds(plan: Plan, cells: list[Cell]) -> float:
    """The maximum duration of the warm-up of each cluster that the cells need."""
    seconds = plan.conditions.warm_up_seconds
    if seconds is not None:
        return seconds
    undisturbed = [cell.settings.traits for cell in cells if not cell.settings.traits.disturbance.is_injected]
    if undisturbed:
        is_sensitive = any(not traits.pace.is_fixed for traits in undisturbed) or bool(plan.experiment.arms)
        return MAX_SECONDS if is_sensitive else MAX_SECONDS_BELOW_SATURATION
    return min(MAX_SECONDS, estimate(cells).total_seconds() * WARM_UP_SHARE_WITH_FAULTS)


def stop(run_id: str, connections: Connections) -> None:
    """Stop the clusters that were started, even if the storage of the run cannot be reached."""
    with suppress(FileNotFoundError):
        _stop(read_plan(_here(run_id)), connections)


def _stop(plan: Plan, connections: Connections) -> None:
    program_forking.stop_server(plan.run_id)
    for cluster in attached(plan, connections):
        cluster.stop()


def attached(plan: Plan, connections: Connections, but: str | None = None) -> Iterator[Cluster]:
    """The running clusters of the run, except the cluster that ``but`` names."""
    return _attached(plan, plan.clusters.keys() - {but}, _here(plan.run_id), connections)


def _attached(plan: Plan, names: Iterable[str], here: Path, connections: Connections) -> Iterator[Cluster]:
    """The running clusters with these names, according to the local folder of a run."""
    for name in names:
        with suppress(PlatformError):
            yield backend_of(plan, name, connections).attach(_cluster_folder(here, name))


def _keep_plan_here(plan: Plan) -> None:
    """Keep a copy of the plan on this machine, if the run is in an object store."""
    if (here := _here(plan.run_id)) != folders.RUNS / plan.run_id:
        put(here / PLAN_FILE, plan.model_dump_json(indent=2))


def shared_folder(run_id: str, folder: Path) -> AnyPath:
    """The folder of the run for the records of a cluster. All machines can read it."""
    return folders.RUNS / run_id / folder.name


def _keep_records(run_id: str, folder: Path) -> None:
    """Copy the records of a cluster's warm-up and settings into the run, if the run is in an object store."""
    copies = shared_folder(run_id, folder)
    if copies != folder:
        files = [folder / name for name in (WARM_UP_FILE, broker_config_dump.FILE)]
        put_all([file for file in files if file.is_file()], copies)
