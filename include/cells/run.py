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
from include.cells.cell_lifecycle import CellLifecycle
from include.cells.host_record import ClockRecorder, HostSampler, host_record
from include.cells.program_supervisor import CellError, ProgramSupervisor
from include.cells.rawlog_assembly import assemble
from include.cells.runner import Runner
from include.cells.scenario_workload import CellAttempt, programs_of, workload_of
from include.cells.time_under_load import TimeUnderLoad
from include.clusters.broker_throttle import BrokerThrottle
from include.clusters.cluster import Cluster
from include.clusters.feature_level import FeatureControl
from include.consumers.audit import AuditError
from include.errors import PlatformError
from include.faults.scene import FaultError
from include.matrix.plan import Cell, Plan
from include.networks.bridge import DistanceCost
from include.processes.identity import ProcessIdentity
from include.rawlog.manifest import CellRecord, Manifest, StartRecord, WarmUpRecord
from include.rawlog.run_files import CELLS_FOLDER, is_sealed
from include.storage.path import AnyPath

EXPECTED_ERRORS = (CellError, PlatformError, FaultError, AuditError, OSError)


@dataclass(frozen=True)
class BrokerHistory:
    """The history of the brokers before the first cell; None for what is not known."""

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
    attempt = AttemptFolder(run, cell.id)
    try:
        if any(other.settings.traits.is_disturbed for other in plan.cells):
            cluster.restore()  # a task that was killed may have left brokers or networks broken
        if isinstance(cluster, FeatureControl):
            cluster.restore_features()
        cluster.check()
        cell_attempt = CellAttempt(plan.run_id, cell, attempt.number, cluster)
        manifest = _Measurement(plan, cell_attempt, attempt.folder, runner, idle_brokers).manifest()
        manifest = manifest.model_copy(update={"warm_up": history.warm_up, "start": history.start})
        attempt.seal(manifest)
    except EXPECTED_ERRORS as error:
        failure = _as_cell_error(error, cluster)
        with suppress(OSError):  # a full disk may not even hold the reason
            attempt.fail(str(failure), failure.program)
        raise failure from error
    return manifest


class _Measurement:
    """An attempt at a cell, from the topic to the files of the raw log."""

    def __init__(
        self,
        plan: Plan,
        cell_attempt: CellAttempt,
        folder: Path,
        runner: Runner,
        idle_brokers: Sequence[ProcessIdentity],
    ) -> None:
        self._plan, self._attempt, self._folder = plan, cell_attempt, folder
        self._cell, self._cluster = cell_attempt.cell, cell_attempt.cluster
        self._runner, self._idle_brokers = runner, idle_brokers
        self._clock = ClockRecorder()
        self._timings = {"began": self._clock.began_ns}
        self._workload = workload_of(cell_attempt)
        self._programs = programs_of(self._workload, folder, runner.access)

    def manifest(self) -> Manifest:
        """Run the attempt, and return its manifest. The topic is removed while checksums are computed."""
        with ThreadPoolExecutor(1) as background:
            try:
                self._workload.create()
                self._timings["topic_ready"] = monotonic_ns()
                observations = self._observed()
            finally:
                removal = background.submit(self._workload.remove)
            files = records_of(self._folder)
            removal.result()
        self._timings["ended"] = monotonic_ns()
        return Manifest(
            run_id=self._plan.run_id,
            cell=_record(self._plan, self._cell),
            attempt=self._attempt.number,
            topic=self._workload.record(),
            cluster=self._cluster.record(),
            runner=self._runner.record(),
            host=host_record(),
            clock=self._clock.record(),
            timings=self._timings,
            files=files,
            **observations,
        )

    def _observed(self) -> dict[str, Any]:
        """Run the load programs under observation, write the raw log, and return parts of the manifest."""
        settings, cluster, workload = self._cell.settings, self._cluster, self._workload
        host = HostSampler(cluster.brokers, self._folder, self._idle_brokers)
        under_load = TimeUnderLoad(cluster.brokers, settings)
        replicas = workload.watch_replicas()

        def on_poll(supervisor: ProgramSupervisor) -> None:
            host.sample()
            under_load.look(supervisor)

        bridge = cluster.access.bridge
        with (
            bridge.distance(settings.traits.round_trips)
            if bridge
            else nullcontext(DistanceCost()) as distance,
            BrokerThrottle(cluster, self._plan.slowed_percent(self._cell)) as throttle,
            replicas or nullcontext(),
            ProgramSupervisor(
                self._runner, self._folder, on_poll, bool(settings.traits.faults)
            ) as supervisor,
        ):
            lifecycle = CellLifecycle(settings, self._programs, workload, cluster, supervisor, self._timings)
            records = lifecycle.run()
        machine = host.record(
            lifecycle.cpu_seconds(), throttle.percent, under_load.record(), distance.cpu_seconds
        )
        cluster.check()  # the figures of a cell that lost a broker are not those of its treatment
        assemble(self._folder, supervisor.programs, lifecycle.windows)
        workload.write_files(self._folder, supervisor, self._timings)
        workload.audit(self._folder)
        return {
            "machine": machine,
            "in_sync": replicas.record() if replicas else None,
            "network": lifecycle.network,
            "hanging": lifecycle.hanging,
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
    """The error with a message for the user. If a broker has ended, this explains the error of a program."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return CellError(f"no space left for the raw log: {error.filename or 'the disk is full'}")
    program = error.program if isinstance(error, CellError) else None
    try:
        cluster.check()
    except PlatformError as cause:
        return CellError(f"{error}; {cause}" if str(error) != str(cause) else str(cause), program)
    return error if isinstance(error, CellError) else CellError(str(error), program)
