"""Write the results of a run: tables as Parquet and CSV, and the rejected cells as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import pyarrow as pa

from include.spark_jobs.attempt_results import ATTEMPTS, AttemptResult, attempts_schema
from include.spark_jobs.cell import MeasuredCell, RejectedCell
from include.spark_jobs.cell_measures import result_tables
from include.spark_jobs.cell_tables import CELLS, cells_schema, factor_types, table_of
from include.spark_jobs.differences import DIFFERENCE
from include.spark_jobs.result_files import new_results
from include.spark_jobs.row_parts import Parts
from include.spark_jobs.summary import SUMMARY, summary_schema
from include.storage.path import AnyPath

DIFFERENCES = "differences"
REJECTED_FILE = "rejected.json"


@dataclass(frozen=True)
class Results:
    """The results of a run, apart from the tables of which executors wrote the rows."""

    cells: Sequence[MeasuredCell] = ()
    summary: Sequence[dict[str, Any]] = ()
    rejected: Sequence[RejectedCell] = ()
    differences: Sequence[dict[str, Any]] = ()
    attempts: Sequence[AttemptResult] = ()

    def tables(self) -> dict[str, pa.Table]:
        """The tables by the names of their files."""
        measured = [*self.cells, *(one.measured for one in self.attempts if one.measured)]
        factors = factor_types(cell.factors for cell in self.cells)
        all_factors = factor_types(cell.factors for cell in measured)
        return {
            CELLS: table_of((cell.row() for cell in self.cells), cells_schema(factors)),
            ATTEMPTS: table_of((attempt.row() for attempt in self.attempts), attempts_schema(all_factors)),
            SUMMARY: table_of(self.summary, summary_schema(all_factors)),
            DIFFERENCES: table_of(self.differences, DIFFERENCE),
        }


def write_results(run: AnyPath, results: Results, parts: Parts) -> None:
    """Write all results of a run; nothing is replaced before everything is written.

    Raises:
        OSError: a file cannot be written; in an object store, a StorageError.
    """
    with new_results(run) as files:
        for name, table in results.tables().items():
            files.write_table(name, table.schema, table.to_batches())
        for name, schema in result_tables().items():
            files.write_table(name, schema, parts.batches(run, name))
        files.write_text(REJECTED_FILE, json.dumps([asdict(cell) for cell in results.rejected], indent=2))
