"""Run one cell of a plan: from an empty topic to a sealed raw log."""

import errno
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic_ns
from typing import Any

from include.cells.attempt_folder import AttemptFolder, records_of
from include.cells.cell_steps import CellSteps
from include.cells.cpu_under_load import CpuUnderLoad
from include.cells.host_record import ClockRecorder, HostSampler, host_record
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.rawlog_assembly import assemble
from include.cells.runner import Runner
from include.cells.scenario_workload import CellAttempt, Workload, workload_of
from include.clusters.broker_throttle import BrokerThrottle
from include.clusters.cluster import Cluster
from include.clusters.feature_level import FeatureControl
from include.kinds.scenario import SCENARIOS
from include.machine.errors import CellError, PlatformError, UserError
from include.machine.folders import work_folder
from include.machine.networks.bridge import DistanceCost
from include.machine.processes.identity import ProcessIdentity
from include.machine.storage.path import AnyPath
from include.plan.plan import Plan
from include.plan.treatment import Cell
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER, is_sealed
from include.rawlog.manifest import CellRecord, Manifest
from include.rawlog.start_records import StartRecord, WarmUpRecord

EXPECTED_ERRORS = (UserError, OSError)


@dataclass(frozen=True)
class BrokerHistory:
    """The history of the brokers before the first cell. A field is None if it is not known."""

    warm_up: WarmUpRecord | None = None
    start: StartRecord | None = None


NO_HISTORY = BrokerHistory()


def run_cell(
    run: AnyPath,
    plan: Plan,
    cell: Cell,
    cluster: Cluster,
    runner: Runner,
    history: BrokerHistory = NO_HISTORY,
    idle_brokers: Sequence[ProcessIdentity] = (),
) -> Manifest | None:
    """Run a cell unless it is sealed already.

    Args:
        idle_brokers: Brokers of the run's other clusters, which are idle now.

    Returns:
        The manifest of the cell, or None if the cell was sealed already.

    Raises:
        CellError: The cell failed. Its folder contains the reason and the output of its programs, but no
            manifest.
    """
    if is_sealed(run / CELLS_FOLDER / cell.id):
        return None
    _clean_up(cell, work_folder(run) / CELLS_FOLDER / cell.id)  # an earlier task may have been killed
    attempt = AttemptFolder(run, cell.id)
    try:
        is_disturbed = any(other.settings.traits.disturbance.is_injected for other in plan.cells)
        if is_disturbed or any(map(plan.slowed_percent, plan.cells)):
            cluster.restore()  # a task that was killed may have left brokers paused, or networks broken
        if isinstance(cluster, FeatureControl):
            cluster.restore_features()
        cluster.check()
        cell_attempt = CellAttempt(plan.run_id, cell, attempt.number, cluster, attempt.folder, runner.access)
        manifest = _measured(plan, cell_attempt, runner, idle_brokers)
        manifest = manifest.model_copy(update={"warm_up": history.warm_up, "start": history.start})
        attempt.seal(manifest)
    except EXPECTED_ERRORS as error:
        failure = _as_cell_error(error, cluster)
        with suppress(OSError):  # a full disk may not even hold the reason
            attempt.fail(str(failure), failure.program)
        raise failure from error
    return manifest


def _measured(plan: Plan, attempt: CellAttempt, runner: Runner, idle: Sequence[ProcessIdentity]) -> Manifest:
    """Run an attempt, and return its manifest. The topic is removed while checksums are computed."""
    clock = ClockRecorder()
    timings = {"began": clock.began_ns}
    workload = workload_of(attempt)
    with ThreadPoolExecutor(1) as background:
        try:
            workload.create()
            timings["topic_ready"] = monotonic_ns()
            observations = _observed(workload, plan.slowed_percent(attempt.cell), runner, idle, timings)
        except BaseException:  # its programs were killed, also when the task is asked to end
            _clean_up(attempt.cell, attempt.folder)
            raise
        finally:
            removal = background.submit(workload.remove)
        files = records_of(attempt.folder)
        removal.result()
    timings["ended"] = monotonic_ns()
    return Manifest(
        run_id=plan.run_id,
        cell=_record(plan, attempt.cell),
        attempt=attempt.number,
        topic=workload.record(),
        cluster=attempt.cluster.record(),
        runner=runner.record(),
        host=host_record(),
        clock=clock.record(),
        timings=timings,
        files=files,
        **observations,
    )


def _clean_up(cell: Cell, folder: Path) -> None:
    """Remove what killed programs have left. If something stays, the error of the cell says more."""
    with suppress(*EXPECTED_ERRORS):
        SCENARIOS[cell.settings.scenario].clean_up(folder)


def _observed(
    workload: Workload[Any],
    slowed_percent: float,
    runner: Runner,
    idle: Sequence[ProcessIdentity],
    timings: dict[str, int],
) -> dict[str, Any]:
    """Run and monitor the load programs, write the raw log, and return parts of the manifest."""
    settings, cluster, folder = workload.settings, workload.attempt.cluster, workload.attempt.folder
    disturbance = settings.traits.disturbance
    host = HostSampler(cluster.brokers, folder, idle)
    under_load = CpuUnderLoad(cluster.brokers, settings)
    replicas = workload.watch_replicas()

    def on_poll(supervisor: ProgramSupervisor) -> None:
        host.sample()
        under_load.look(supervisor)

    bridge = cluster.access.bridge
    with (
        bridge.distance(disturbance.round_trips) if bridge else nullcontext(DistanceCost()) as distance,
        BrokerThrottle(cluster, slowed_percent) as throttle,
        replicas or nullcontext(),
        ProgramSupervisor(runner, folder, on_poll, bool(disturbance.faults)) as supervisor,
    ):
        steps = CellSteps(workload, supervisor, timings)
        records = steps.run()
    machine = host.record(steps.cpu_seconds(), throttle.percent, under_load.record(), distance.cpu_seconds)
    cluster.check()  # if a cell lost a broker, its figures do not describe its treatment
    assemble(folder, supervisor.programs, steps.windows)
    workload.write_files(supervisor, timings)
    workload.audit()
    return {
        "machine": machine,
        "in_sync": replicas.record() if replicas else None,
        "network": steps.network,
        "hanging": steps.hanging,
        "programs": records,
    }


def _record(plan: Plan, cell: Cell) -> CellRecord:
    treatment = next(treatment for treatment in plan.treatments if treatment.id == cell.treatment)
    return CellRecord(
        id=cell.id,
        treatment=cell.treatment,
        block=cell.block,
        order=cell.order,
        factors=treatment.factors,
        settings=cell.settings.model_dump(mode="json"),
    )


def _as_cell_error(error: Exception, cluster: Cluster) -> CellError:
    """The error with a message for the user. If a broker has ended, the message says so."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return CellError(f"no space left for the raw log: {error.filename or 'the disk is full'}")
    program = error.program if isinstance(error, CellError) else None
    try:
        cluster.check()
    except PlatformError as cause:
        return CellError(f"{error}; {cause}" if str(error) != str(cause) else str(cause), program)
    return error if isinstance(error, CellError) else CellError(str(error), program)
