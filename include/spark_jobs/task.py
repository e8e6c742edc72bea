"""What a Spark task does: measure its entries, one after another, and write their rows in parts."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from include.matrix.plan import Plan
from include.spark_jobs.cell import MeasuredCell
from include.spark_jobs.cell_measures import COUNTING_TABLES
from include.spark_jobs.entries import Entry, plan_of
from include.spark_jobs.measured_rows import Outcome, batch_of, row_of
from include.spark_jobs.plan_check import as_planned
from include.spark_jobs.rejection import measure_or_reject
from include.spark_jobs.row_parts import Parts, PartWriter
from include.storage.errors import StorageError
from include.storage.path import path_of

PlanOf = Callable[[str], Plan | None]
"""The plan of a run, by the folder of the run."""


def measure_entries(entries: Sequence[Entry], parts: Parts) -> Iterator[pa.RecordBatch]:
    """Yield a batch of one ``MEASURED_ROW`` for each entry, and write the rows of all tables in parts.

    That a folder cannot be reached, or a part cannot be written, does not mean that a cell is broken: the row
    says so, because Spark would wrap an exception into stack traces of both languages.
    """
    with TemporaryDirectory(prefix="kerran-parts-", ignore_cleanup_errors=True) as folder:
        writer = PartWriter(parts, Path(folder))
        plan = cache(lambda run: plan_of(path_of(run)))
        for entry in entries:
            yield batch_of([row_of(entry, _measured(entry, plan, writer))])
        try:
            writer.finish()
        except OSError as error:
            yield batch_of([row_of(entries[-1], StorageError(str(error)))])


def _measured(entry: Entry, plan: PlanOf, writer: PartWriter) -> Outcome:
    if not entry.folder:
        return None
    try:
        outcome = _planned(plan(entry.run), measure_or_reject(entry.folder))
        if isinstance(outcome, MeasuredCell):
            writer.add(entry.run, entry.place, _counted(entry, outcome))
    except OSError as error:
        return StorageError(str(error))
    return outcome


def _counted(entry: Entry, cell: MeasuredCell) -> dict[str, pa.Table]:
    """The rows that count: all rows of a measurement, and of another attempt those of violations."""
    names = cell.tables if entry.attempt is None else COUNTING_TABLES
    return {name: cell.tables[name] for name in names}


def _planned(plan: Plan | None, outcome: Outcome) -> Outcome:
    """The outcome, rejected if the plan of the run has no such cell."""
    if plan is None or not isinstance(outcome, MeasuredCell):
        return outcome
    (checked,) = as_planned(plan, [outcome])
    return checked
