"""Write the results of a run: tables as Parquet and CSV, and the rejected cells as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa

from include.rawlog.run_files import REJECTED_FILE, RESULTS_FOLDER
from include.spark_jobs.results.cell_and_attempt_tables import (
    ATTEMPTS,
    CELLS,
    attempt_row,
    attempts_schema,
    cells_schema,
    factor_types,
    table_of,
)
from include.spark_jobs.results.cells_to_measure import Entry, Outcome, outcomes_of, plan_of
from include.spark_jobs.results.differences import DIFFERENCE, DIFFERENCES, difference_rows
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.results.result_replacement import new_results, write_result_table
from include.spark_jobs.results.summary import SUMMARY, summary_rows, summary_schema
from include.spark_jobs.results.table_parts import Parts
from include.spark_jobs.tables.registry import result_tables
from include.storage.path import AnyPath
from include.verdicts.validity import Validity


@dataclass(frozen=True)
class Results:
    """The results of a run, except the tables whose rows were written by Spark executors."""

    cells: Sequence[MeasuredCell] = ()
    summary: Sequence[dict[str, Any]] = ()
    rejected: Sequence[RejectedCell] = ()
    differences: Sequence[dict[str, Any]] = ()
    attempts: Sequence[tuple[Entry, Outcome]] = ()
    """The attempts that are not the measurement of their cells."""

    @property
    def measured_attempts(self) -> list[MeasuredCell]:
        return [outcome for _, outcome in self.attempts if isinstance(outcome, MeasuredCell)]

    def tables(self) -> dict[str, pa.Table]:
        """The tables by the names of their files."""
        factors = factor_types(cell.factors for cell in self.cells)
        all_factors = factor_types(cell.factors for cell in (*self.cells, *self.measured_attempts))
        return {
            CELLS: table_of((cell.row() for cell in self.cells), cells_schema(factors)),
            ATTEMPTS: table_of(
                (attempt_row(*attempt) for attempt in self.attempts), attempts_schema(all_factors)
            ),
            SUMMARY: table_of(self.summary, summary_schema(all_factors)),
            DIFFERENCES: table_of(self.differences, DIFFERENCE),
        }


def write_results(run: AnyPath, results: Results, parts: Parts) -> None:
    """Write all results of a run. Former results are replaced only when everything is written.

    Raises:
        OSError: A file cannot be written. In an object store, the error is a StorageError.
    """
    with new_results(run) as folder:
        for name, table in results.tables().items():
            write_result_table(folder, name, table.schema, table.to_batches())
        for name, columns in result_tables().items():
            write_result_table(folder, name, columns.schema, parts.batches(run, name))
        rejected = json.dumps([asdict(cell) for cell in results.rejected], indent=2)
        (folder / REJECTED_FILE).write_text(rejected, encoding="utf-8")


def write_run(run: AnyPath, outcomes: pa.Table, parts: Parts) -> str:
    """Write the results of a run, and return a sentence that says how many cells were measured.

    Args:
        run: The folder of the run.
        outcomes: The entries of the run, as ``MEASURED_ROW``, in any order.
        parts: The parts that the job wrote.
    """
    results = results_of(run, outcomes)
    write_results(run, results, parts)
    return _sentence(run, results)


def results_of(run: AnyPath, outcomes: pa.Table) -> Results:
    """The results of a run, from the rows that ``write_run`` receives."""
    entries = list(outcomes_of(outcomes))
    of_cells = [outcome for entry, outcome in entries if entry.attempt is None]
    cells = [outcome for outcome in of_cells if isinstance(outcome, MeasuredCell)]
    plan = plan_of(run)
    return Results(
        cells=cells,
        summary=summary_rows(cells),
        rejected=[outcome for outcome in of_cells if isinstance(outcome, RejectedCell)],
        differences=difference_rows(plan, cells) if plan else [],
        attempts=[(entry, outcome) for entry, outcome in entries if entry.attempt is not None],
    )


def _sentence(run: AnyPath, results: Results) -> str:
    attempt_count = len(results.measured_attempts)
    further = f"; the messages of {attempt_count} further attempts were counted" if attempt_count else ""
    if not results.cells and not results.rejected:
        return f"{run}: no sealed cells, so the results are empty{further}"
    invalid = sum(cell.validity is Validity.INVALID for cell in results.cells)
    counts = {"invalid": invalid, "rejected": len(results.rejected)}
    left_out = "".join(f", {count} {what}" for what, count in counts.items() if count)
    return f"{run / RESULTS_FOLDER}: {len(results.cells)} cells measured{left_out}{further}"
