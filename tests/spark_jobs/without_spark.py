"""What the Spark job does, in this process and without Spark: for tests of what becomes of cells."""

from collections.abc import Sequence
from pathlib import Path

from include.machine.storage.path import AnyPath
from include.plan.plan import Plan
from include.spark_jobs.job.checks import planned_cells
from include.spark_jobs.job.measurement_on_executor import measure_entry
from include.spark_jobs.job.run_measurement import raise_storage_error
from include.spark_jobs.results.cells_to_measure import Entry, entries_of, plan_of
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.results.run_results import write_run
from include.spark_jobs.results.table_parts import Parts

PARTS = Parts("test")


def measure_run(run: AnyPath) -> str:
    """Measure a run and write its results; return the sentence with the counts."""
    plan = plan_of(run)
    planned = planned_cells(plan) if plan else None
    try:
        outcomes = [(entry, measure_entry(entry, planned, PARTS)) for entry in entries_of({run: plan})]
        raise_storage_error(outcome for _, outcome in outcomes)
        return write_run(run, plan, outcomes, PARTS)
    finally:
        PARTS.remove(run)


def write_results(
    run: Path, cells: Sequence[MeasuredCell], rejected: Sequence[RejectedCell] = (), plan: Plan | None = None
) -> None:
    """Write the results of cells that were measured, or made up."""
    for place, cell in enumerate(cells):
        PARTS.put(str(run), place, cell.tables)
    outcomes: list[MeasuredCell | RejectedCell] = [*cells, *rejected]
    write_run(run, plan, [(Entry(str(run), outcome.cell, ""), outcome) for outcome in outcomes], PARTS)
    PARTS.remove(run)
