"""Run one cell on its cluster, while no other cell of the run is running."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import NoReturn

from include.cells import program_forking
from include.cells.attempt_folder import move_to_attempts
from include.cells.process_runner import ProcessRunner
from include.cells.resource_limits import limits_of
from include.cells.run_cell import BrokerHistory, run_cell
from include.cells.runner import Runner
from include.clients.client_adapters import launcher_of
from include.clusters.backend import Connections
from include.clusters.cluster import Cluster
from include.kinds.cluster_kind import RunnerKind
from include.kinds.scenario import SCENARIOS
from include.machine import folders
from include.machine.errors import CellError, PlatformError, SubjectError
from include.machine.processes.identity import ProcessIdentity
from include.machine.releases.made_once import locked
from include.machine.storage.atomic_write import put
from include.machine.storage.path import AnyPath
from include.plan.plan import Plan, read_plan
from include.plan.treatment import Cell
from include.rawlog.start_records import read_start, read_warm_up
from include.tasks.blocks import why_not_needed
from include.tasks.cluster import LOSS_FILE, attached, backend_of, folder_of, shared_folder, start_again
from include.tasks.failed_subjects import note_failure, why_it_does_not_work
from include.tasks.user_errors import TaskSkippedError, log
from include.verdicts.validity import causes, is_worth_repeating


def import_modules_for(plan: Plan) -> None:
    """Import the modules that the cells of a plan need, in a process whose forks will run the cells."""
    plan.placement.kind.package()
    for scenario in {cell.settings.scenario for cell in plan.cells}:
        SCENARIOS[scenario].workload()
    for client in plan.clients:
        launcher_of(client)


def run(run_id: str, cell_id: str, connections: Connections) -> None:
    """Run the cell, unless it is sealed."""
    # Airflow starts the cells of a run one after another. This is not enough: if a user marks a running cell
    # as failed, Airflow starts the next cell, but the load programs of the failed cell still run.
    other_cells = locked(folder_of(run_id) / "cell.lock")
    with _unwound_on_sigterm(), other_cells:
        plan = read_plan(folders.RUNS / run_id)
        cell = plan.cell(cell_id)
        if reason := why_not_needed(folders.RUNS / run_id, plan, cell):
            raise TaskSkippedError(reason)
        name = plan.cluster_of(cell)
        folder = folder_of(run_id, name)
        start_again(plan, cell, connections)
        if failure := why_it_does_not_work(folder, cell):
            raise TaskSkippedError(f"An earlier cell has failed, as this one would: {failure}")
        cluster = _attached_cluster(plan, name, connections)
        idle = [broker for other in attached(plan, connections, but=name) for broker in other.brokers]
        history = BrokerHistory(read_warm_up(shared_folder(run_id, folder)), read_start(folder))
        try:
            run_until_measured(
                folders.RUNS / run_id, plan, cell, cluster, runner_of(plan, cluster), history, idle
            )
        except SubjectError as error:
            note_failure(folder, cell, str(error))
            raise


def _attached_cluster(plan: Plan, name: str, connections: Connections) -> Cluster:
    folder = folder_of(plan.run_id, name)
    if (folder / LOSS_FILE).exists():
        raise TaskSkippedError((folder / LOSS_FILE).read_text(encoding="utf-8"))
    try:
        cluster = backend_of(plan, name, connections).attach(folder)
        cluster.check()
    except PlatformError as error:
        loss = (
            f"The cluster of this cell cannot be used: {str(error).rstrip('.')}. "
            "Clear the task start_cluster with its downstream tasks; sealed cells are not run again."
        )
        put(folder / LOSS_FILE, loss)
        raise PlatformError(loss) from error
    return cluster


def runner_of(plan: Plan, cluster: Cluster) -> Runner:
    """The runner of a plan's load programs, for cells on the given cluster."""
    if plan.placement.runner is RunnerKind.CONTAINER:
        from include.cells.container_runner import ContainerRunner

        return ContainerRunner(cluster.inside or cluster.access, plan.run_id, limits_of(plan.conditions))
    return ProcessRunner(cluster.access, plan.cores.load_programs, program_forking.client_of(plan.run_id))


@contextmanager
def _unwound_on_sigterm() -> Iterator[None]:
    """Let SIGTERM raise SystemExit.

    This exception makes the cell end its load programs. Airflow's own handler does not raise SystemExit.
    """

    def end(*_: object) -> NoReturn:
        raise SystemExit("The cell was asked to end.")

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


MAX_REPEATED_SECONDS = 600.0
"""The maximum duration of an attempt that may be repeated. The task of a cell has a time limit of two
hours."""


def run_until_measured(
    run: AnyPath,
    plan: Plan,
    cell: Cell,
    cluster: Cluster,
    runner: Runner,
    history: BrokerHistory,
    idle_brokers: Sequence[ProcessIdentity] = (),
) -> None:
    """Measure a cell. Repeat an attempt that failed, or whose figures mean nothing, while attempts are left.

    Do nothing if the cell is sealed. Earlier attempts are moved to ``attempts/``. The arguments are those of
    ``run_cell``.

    Raises:
        CellError: The last attempt failed, or the cluster cannot be used any more.
    """
    for attempts_left in range(plan.conditions.attempts - 1, -1, -1):
        began = monotonic()

        def is_repeated(began: float = began, attempts_left: int = attempts_left) -> bool:
            return attempts_left > 0 and monotonic() - began < MAX_REPEATED_SECONDS

        try:
            manifest = run_cell(run, plan, cell, cluster, runner, history, idle_brokers)
        except SubjectError:
            raise  # another attempt would end in the same way
        except CellError as error:
            if not is_repeated() or not _is_usable(cluster):
                raise
            log.warning("An attempt failed: %s. The cell is measured again.", str(error).rstrip("."))
            continue
        if manifest is None or not (reasons := causes(manifest)):
            return
        if not is_worth_repeating(manifest) or not is_repeated():
            log.warning("The cell is invalid: %s.", "; ".join(reasons))
            return
        log.warning("Attempt %d is invalid: %s. It is repeated.", manifest.attempt, "; ".join(reasons))
        move_to_attempts(run, cell.id)


def _is_usable(cluster: Cluster) -> bool:
    """Whether every broker of the cluster still runs."""
    try:
        cluster.check()
    except PlatformError:
        return False
    return True
