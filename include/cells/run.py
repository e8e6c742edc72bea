"""Run one cell of a plan: from an empty topic to a sealed raw log."""

import errno
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic_ns

from include.cells.attempt import Attempt
from include.cells.crew import Crew
from include.cells.delivery import Delivery
from include.cells.errors import CellError
from include.cells.machine import ClockWatch, MachineWatch, host_record
from include.cells.merge import merge_received, write_no_faults
from include.cells.runner import Runner
from include.clusters.cluster import Cluster, ClusterError
from include.clusters.names import name_of
from include.clusters.topics import create_topic, delete_topic
from include.matrix.plan import Cell, Plan, read_plan
from include.rawlog.manifest import CellRecord, FileRecord, Manifest
from include.rawlog.seals import CELLS_FOLDER, is_sealed
from include.rawlog.writer import records_of
from include.scenarios.clients import topic_settings
from include.scenarios.load_programs import load_programs
from include.storage.path import AnyPath


def run_cell(run: AnyPath, cell_id: str, cluster: Cluster, runner: Runner) -> bool:
    """Run a cell unless it is sealed already; whether it was run.

    Raises:
        CellError: it failed; its folder holds the reason and its programs' output, and no manifest.
        KeyError: the plan has no such cell.
    """
    plan = read_plan(run)
    cell = plan.cell(cell_id)
    if is_sealed(run / CELLS_FOLDER / cell_id):
        return False
    attempt = Attempt(run, cell_id)
    try:
        cluster.check()
        manifest = _measure(plan, cell, attempt, cluster, runner)
        attempt.seal(manifest)
    except (CellError, ClusterError, OSError) as error:
        failure = _explained(error, cluster)
        with suppress(OSError):  # on a full disk not even the reason may find room
            attempt.fail(str(failure), failure.program)
        raise failure from error
    return True


def _measure(plan: Plan, cell: Cell, attempt: Attempt, cluster: Cluster, runner: Runner) -> Manifest:
    clock = ClockWatch()
    topic = name_of(plan.run_id, cell.id, attempt.number)
    settings = cell.settings
    programs = load_programs(settings, plan.run_id, cell.id, attempt.folder, topic, runner.bootstrap)
    timings = {"began": clock.began_ns}
    with ThreadPoolExecutor(1) as beside:
        try:
            create_topic(
                cluster.access, topic, settings.partitions, settings.replication, topic_settings(settings)
            )
            timings["topic_ready"] = monotonic_ns()
            machine = MachineWatch(cluster.brokers)
            with Crew(runner, attempt.folder, machine.look) as crew:
                delivery = Delivery(settings, programs, crew, timings)
                records = delivery.run()
            measured = machine.record(delivery.cpu_seconds())
            cluster.check()  # a cell that lost a broker on its way measured something else
        finally:
            deleted = beside.submit(delete_topic, cluster.access, topic)
        files = _files(attempt.folder, len(programs.consumers))
        deleted.result()
    timings["ended"] = monotonic_ns()
    return Manifest(
        run_id=plan.run_id,
        cell=_record(plan, cell),
        attempt=attempt.number,
        topic={
            "name": topic,
            "partitions": settings.partitions,
            "replication": settings.replication,
            **topic_settings(settings),
        },
        cluster=cluster.record(),
        runner=runner.record(),
        host=host_record(),
        clock=clock.record(),
        timings=timings,
        machine=measured,
        programs=records,
        files=files,
    )


def _files(folder: Path, consumers: int) -> dict[str, FileRecord]:
    """Complete the raw log's files; their records."""
    merge_received(folder, consumers)
    write_no_faults(folder)
    return records_of(folder)


def _record(plan: Plan, cell: Cell) -> CellRecord:
    treatment = next(one for one in plan.treatments if one.id == cell.treatment)
    return CellRecord(
        id=cell.id,
        treatment=cell.treatment,
        block=cell.block,
        order=cell.order,
        factors=treatment.factors,
        settings=cell.settings.model_dump(mode="json"),
    )


def _explained(error: CellError | ClusterError | OSError, cluster: Cluster) -> CellError:
    """The failure as a user should read it: a broker that died explains whatever a program said."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return CellError(f"no space left for the raw log: {error.filename or 'the disk is full'}")
    program = error.program if isinstance(error, CellError) else None
    try:
        cluster.check()
    except ClusterError as broken:
        return CellError(f"{error}; {broken}" if str(error) != str(broken) else str(broken), program)
    return error if isinstance(error, CellError) else CellError(str(error), program)
