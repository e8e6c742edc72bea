"""Write the results of a run: tables as Parquet and CSV, and the rejected cells as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict

import pyarrow as pa

from include.machine.storage.path import AnyPath
from include.plan.plan import Plan
from include.rawlog.cells_and_results_of_run import REJECTED_FILE, RESULTS_FOLDER
from include.spark_jobs.results.cell_and_attempt_tables import (
    ATTEMPTS,
    CELLS,
    attempt_row,
    attempts_schema,
    cells_schema,
    factor_types,
    table_of,
)
from include.spark_jobs.results.cells_to_measure import Entry, Outcome
from include.spark_jobs.results.differences import DIFFERENCE, DIFFERENCES, difference_rows
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.results.result_replacement import new_results, write_result_table
from include.spark_jobs.results.summary import SUMMARY, summary_rows, summary_schema
from include.spark_jobs.results.table_parts import Parts
from include.spark_jobs.tables.registry import result_tables
from include.verdicts.validity import Validity

Attempts = Sequence[tuple[Entry, Outcome]]
"""The attempts that are not the measurements of their cells."""


def write_run(
    run: AnyPath, plan: Plan | None, outcomes: Sequence[tuple[Entry, Outcome]], parts: Parts
) -> str:
    """Write the results of a run, and return a sentence that says how many cells were measured.

    Former results are replaced only when everything is written.

    Args:
        run: The folder of the run.
        plan: The plan of the run; None without a plan.
        outcomes: The entries of the run with their outcomes, in the order of the job.
        parts: The parts that the job wrote.

    Raises:
        OSError: A file cannot be written. In an object store, the error is a StorageError.
    """
    of_cells = [outcome for entry, outcome in outcomes if entry.attempt is None]
    cells = [outcome for outcome in of_cells if isinstance(outcome, MeasuredCell)]
    rejected = [outcome for outcome in of_cells if isinstance(outcome, RejectedCell)]
    attempts = [(entry, outcome) for entry, outcome in outcomes if entry.attempt is not None]
    with new_results(run) as folder:
        for name, table in _tables(plan, cells, attempts).items():
            write_result_table(folder, name, table.schema, table.to_batches())
        for name, columns in result_tables().items():
            write_result_table(folder, name, columns.schema, parts.batches(run, name))
        content = json.dumps([asdict(cell) for cell in rejected], indent=2)
        (folder / REJECTED_FILE).write_text(content, encoding="utf-8")
    return _sentence(run, cells, len(rejected), len(_measured(attempts)))


def _tables(plan: Plan | None, cells: Sequence[MeasuredCell], attempts: Attempts) -> dict[str, pa.Table]:
    """The tables that are made from metrics, by the names of their files."""
    factors = factor_types(cell.factors for cell in cells)
    all_factors = factor_types(cell.factors for cell in (*cells, *_measured(attempts)))
    differences = difference_rows(plan, cells) if plan else []
    return {
        CELLS: table_of((cell.row() for cell in cells), cells_schema(factors)),
        ATTEMPTS: table_of((attempt_row(*attempt) for attempt in attempts), attempts_schema(all_factors)),
        SUMMARY: table_of(summary_rows(cells), summary_schema(all_factors)),
        DIFFERENCES: table_of(differences, DIFFERENCE),
    }


def _measured(attempts: Attempts) -> list[MeasuredCell]:
    return [outcome for _, outcome in attempts if isinstance(outcome, MeasuredCell)]


def _sentence(run: AnyPath, cells: Sequence[MeasuredCell], rejected: int, attempts: int) -> str:
    further = f"; the messages of {attempts} further attempts were counted" if attempts else ""
    if not cells and not rejected:
        return f"{run}: no sealed cells, so the results are empty{further}"
    invalid = sum(cell.validity is Validity.INVALID for cell in cells)
    counts = {"invalid": invalid, "rejected": rejected}
    left_out = "".join(f", {count} {what}" for what, count in counts.items() if count)
    return f"{run / RESULTS_FOLDER}: {len(cells)} cells measured{left_out}{further}"
