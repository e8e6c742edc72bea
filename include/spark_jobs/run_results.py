"""The results of one run: from the rows of its entries and its summaries to its files, in one Spark task."""

from collections.abc import Sequence

import pyarrow as pa

from include.rawlog.results_folder import RESULTS_FOLDER
from include.spark_jobs.attempt_results import AttemptResult, attempt_result
from include.spark_jobs.cell import MeasuredCell, RejectedCell
from include.spark_jobs.differences import difference_rows
from include.spark_jobs.entries import plan_of
from include.spark_jobs.measured_rows import outcomes_of
from include.spark_jobs.results import Results, write_results
from include.spark_jobs.row_parts import Parts
from include.spark_jobs.summary import summary_rows
from include.storage.path import AnyPath
from include.verdicts.validity import Validity


def write_run(run: AnyPath, measured: pa.Table, summaries: pa.Table, parts: Parts) -> str:
    """Write the results of a run, and return a sentence with the counts.

    Args:
        run: The folder of the run.
        measured: Its entries, as ``MEASURED_ROW``, in any order.
        summaries: Its summaries, as ``SUMMARISED``, in any order.
        parts: The parts that the job wrote.

    Raises:
        OSError: a file cannot be written; in an object store, a StorageError.
    """
    results = results_of(run, measured, summaries)
    write_results(run, results, parts)
    return _sentence(run, results)


def results_of(run: AnyPath, measured: pa.Table, summaries: pa.Table) -> Results:
    """The results of a run, from the rows that ``write_run`` is given."""
    entries = list(outcomes_of(measured))
    of_cells = [outcome for entry, outcome in entries if entry.attempt is None]
    cells = [one for one in of_cells if isinstance(one, MeasuredCell)]
    plan = plan_of(run)
    return Results(
        cells=cells,
        summary=summary_rows(summaries, ((cell.treatment, cell.factors) for cell in cells)),
        rejected=[one for one in of_cells if isinstance(one, RejectedCell)],
        differences=difference_rows(plan, cells) if plan else [],
        attempts=[attempt_result(entry, outcome) for entry, outcome in entries if entry.attempt is not None],
    )


def _sentence(run: AnyPath, results: Results) -> str:
    further = _further(results.attempts)
    if not results.cells and not results.rejected:
        return f"{run}: no sealed cells, so the results are empty{further}"
    counts = {"invalid": _invalid(results.cells), "rejected": len(results.rejected)}
    left_out = "".join(f", {count} {what}" for what, count in counts.items() if count)
    return f"{run / RESULTS_FOLDER}: {len(results.cells)} cells measured{left_out}{further}"


def _further(attempts: Sequence[AttemptResult]) -> str:
    counted = sum(attempt.measured is not None for attempt in attempts)
    return f"; messages of {counted} further attempts counted" if counted else ""


def _invalid(cells: Sequence[MeasuredCell]) -> int:
    return sum(cell.validity is Validity.INVALID for cell in cells)
