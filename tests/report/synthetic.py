"""Folders of runs as the earlier stages leave them, with literal metrics and without any brokers."""

from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import pyarrow as pa

from bench.manifests import MACHINE, cell_record, manifest_of
from include.kinds.metrics.registry import COLUMNS, span_of
from include.plan.experiment import Arm, Experiment
from include.plan.plan import Plan
from include.plan.planning import make_plan as resolve
from include.plan.planning import write_plan
from include.plan.treatment import Cell, Treatment
from include.rawlog.cells_and_results_of_run import FAILURE_FILE, Failure
from include.rawlog.host_records import ClockRecord, HostRecord
from include.rawlog.manifest import MANIFEST_FILE, ClusterRecord, Manifest, ProgramRecord
from include.report.measured_run import MeasuredRun, read_measured_run
from include.scenarios.group_rebalance.measures import TABLES
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.verdicts.guarantee import judge
from tests.spark_jobs import without_spark

Levels = dict[str, list[Any]]
Value = Callable[[Treatment, str, int], float | None]
"""A treatment's value of a column in a block."""
ValueOfBlock = Callable[[Treatment, int], float | None]
Ids = tuple[str, ...]
Owned = Callable[[Cell], pa.Table]
"""The ownership table of a cell."""

QUICK: Levels = {"semantics": ["at-most-once", "at-least-once", "exactly-once"], "transaction_ms": [10, 100]}
RUNS = TemporaryDirectory(prefix="kerran-synthetic-runs-")
"""The folder of runs that no test needs to find again; it is removed when the tests end."""

FIRST_SECOND = 1_800_000_000
"""The wall clock when the first cell began, in s."""


ARMS = {"baseline": Arm(), "candidate": Arm(release="4.2.0")}
"""Two arms on brokers of their own."""


def make_plan(factors: Levels, repetitions: int = 3, **changes: Any) -> Plan:
    usual = {
        "name": "quick",
        "title": "What exactly-once costs",
        "question": "What does exactly-once cost against at-least-once?",
        "scenario": "delivery",
        "constants": {"messages": 100_000},
        "seed": 7,
    }
    experiment = Experiment(**{**usual, "factors": factors, "repetitions": repetitions, **changes})
    return resolve(experiment, "run-1")


def plain_value(treatment: Treatment, column: str, _block: int) -> float | None:
    """The same value in every cell, for each metric, as of a steady system."""
    if column.startswith("stage_"):
        return None  # there are no stages without a fixed rate
    messages, steady = treatment.settings.messages, {"fewest_in_sync": treatment.settings.replication}
    if column in steady or column.endswith("rate_held"):
        return steady.get(column, 100)
    if column in {"sent", "acked", "received"}:
        return messages
    if column == "transaction_time":
        return treatment.traits.delivery.transaction_ms
    if span_of(column) is None:
        is_of_transactions = column.startswith(("transaction", "commit"))
        return 50 if is_of_transactions and treatment.traits.delivery.is_transactional else 0
    return 0 if "negative" in column else 20


def where(column: str, then: float | None, treatment: str = "", block: int = 0) -> Value:
    """This value of a column (``*`` stands for any text) in all cells, or those of a treatment or a block."""

    def value(of: Treatment, name: str, number: int) -> float | None:
        is_it = fnmatch(name, column) and treatment in ("", of.id) and block in (0, number)
        return then if is_it else plain_value(of, name, number)

    return value


def values(base: Value = plain_value, /, **known: float | ValueOfBlock | None) -> Value:
    """These values of columns, or of functions of a treatment and a block; those of ``base`` otherwise."""

    def value(treatment: Treatment, column: str, block: int) -> float | None:
        known_value = known[column] if column in known else base(treatment, column, block)
        return known_value(treatment, block) if callable(known_value) else known_value

    return value


def nobody(_cell: Cell) -> pa.Table:
    return TABLES["ownership"].schema.empty_table()


def write_run(
    folder: Path, plan: Plan, value: Value = plain_value, without: Ids = (), results: bool = True, **more: Any
) -> Path:
    """A run whose cells were sealed and measured, except those in ``without``."""
    run = folder / plan.run_id
    write_plan(run, plan)
    sealed = [cell for cell in plan.cells if cell.id not in without]
    for cell in sealed:
        _seal(run, plan, cell)
    if results:
        write_results(run, plan, sealed, value, **more)
    return run


def measured_run(plan: Plan, value: Value = plain_value, **changes: Any) -> MeasuredRun:
    """Read a run that ``write_run`` writes with these changes into a folder of its own."""
    return read_measured_run(write_run(Path(mkdtemp(dir=RUNS.name)), plan, value, **changes))


def write_results(
    run: Path,
    plan: Plan,
    sealed: list[Cell],
    value: Value,
    rejected: tuple[RejectedCell, ...] = (),
    invalid: Ids = (),
    owned: Owned = nobody,
) -> None:
    """Write the results as the Spark job does."""
    treatments = {treatment.id: treatment for treatment in plan.treatments}
    measured = []
    for cell in sealed:
        treatment = treatments[cell.treatment]
        metrics = {column: _measured(column, value(treatment, column, cell.block)) for column in COLUMNS}
        guarantee = judge(treatment.settings, metrics)
        identity = (cell.id, cell.treatment, cell.block, cell.order, plan.release)
        because = ["others took 31% of the CPU; 25% at most"] if cell.id in invalid else []
        measured.append(
            MeasuredCell(
                *identity,
                guarantee,
                treatment.factors,
                metrics,
                tables={"ownership": owned(cell)},
                invalid_because=because,
                start=cell.start,
            )
        )
    without_spark.write_results(run, measured, rejected, plan)


def _measured(column: str, value: float | None) -> float | None:
    """The value as it is measured: whole where the metric is a count."""
    return round(value) if value is not None and COLUMNS[column].is_whole_number else value


def fail(run: Path, cell: str, reason: str) -> None:
    folder = run / "cells" / cell
    folder.mkdir(parents=True)
    failure = Failure(cell=cell, attempt=1, reason=reason, program="producer")
    (folder / FAILURE_FILE).write_text(failure.model_dump_json(), encoding="utf-8")


def _seal(run: Path, plan: Plan, cell: Cell) -> None:
    folder = run / "cells" / cell.id
    folder.mkdir(parents=True)
    (folder / MANIFEST_FILE).write_text(_manifest(plan, cell).model_dump_json(), encoding="utf-8")


HOST = HostRecord(
    name="workbench",
    system="Linux",
    kernel="6.1",
    processor="x86_64",
    cores=2,
    memory_bytes=8 * 1024**3,
    versions={"python": "3.11.2", "java": "17", "librdkafka": "2.16.1"},
)


def _manifest(plan: Plan, cell: Cell) -> Manifest:
    config = cell.settings.traits.delivery.config
    settings = cell.settings.model_dump(mode="json")
    acks = {"all": "-1"}.get(config.acks, config.acks)
    sent = {"request.required.acks": acks, "queue.buffering.max.ms": "0", "isolation.level": "read_committed"}
    reads = {"isolation.level": config.isolation_level}
    return manifest_of(
        cell_record(**cell.model_dump(include={"id", "treatment", "block", "order"}), settings=settings),
        run_id=plan.run_id,
        topic={"name": cell.id, "min.insync.replicas": config.min_insync_replicas},
        cluster=ClusterRecord(kind="embedded", release=plan.release, brokers=3, settings={}),
        host=HOST,
        clock=_clock(cell),
        machine=MACHINE.model_copy(update={"seconds": 5, "cpu_brokers": 3, "cpu_programs": 2}),
        programs=[_program("producer", sent), _program("consumer", reads)],
    )


def _program(name: str, settings: dict[str, str]) -> ProgramRecord:
    return ProgramRecord(name=name, client_settings=settings, counts={})


def _clock(cell: Cell) -> ClockRecord:
    """Five seconds; a cell begins ten seconds after the previous one."""
    began, length = (FIRST_SECOND + 10 * cell.order) * 10**9, 5 * 10**9
    wall = {"began_wall_ns": began, "ended_wall_ns": began + length + 2_000_000}
    return ClockRecord(name="CLOCK_MONOTONIC", began_ns=0, ended_ns=length, **wall)
