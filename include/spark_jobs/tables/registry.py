"""The tables in which each row comes from one cell: tables of every run, and tables of only one scenario."""

from collections.abc import Callable, Mapping
from functools import cache

import pyarrow as pa

from include.kinds.scenario import SCENARIOS
from include.rawlog.schemas_from_toml import TableSchema
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.faults_and_strikes import struck_rows, window_rows
from include.spark_jobs.tables.rate_of_each_tenth import tenth_rows
from include.spark_jobs.tables.requests import request_rows
from include.spark_jobs.tables.sampled_fates import fate_rows
from include.spark_jobs.tables.schemas import TABLES, TableRows, whole_table
from include.spark_jobs.tables.timelines import timeline_rows
from include.spark_jobs.tables.violations import violation_rows

GENERAL_ROWS: Mapping[str, Callable[[RawCell], TableRows]] = {
    "violations": violation_rows,
    "timelines": timeline_rows,
    "fates": fate_rows,
    "faults": window_rows,
    "tenths": tenth_rows,
    "strikes": struck_rows,
    "requests": request_rows,
}
"""For each table that every run has, the function that makes a cell's rows. The keys are the names of the
tables' files.
"""


def result_tables() -> dict[str, TableSchema]:
    """The columns of the tables of all scenarios, by the names of the tables' files."""
    return {name: columns for scenario in SCENARIOS for name, (columns, _) in _tables_of(scenario).items()}


def rows_of(cell: RawCell) -> dict[str, pa.Table]:
    """The rows of a cell in the tables that apply to its scenario, by the names of the tables."""
    return {
        name: whole_table(cell.manifest.cell.id, rows(cell), columns.schema)
        for name, (columns, rows) in _tables_of(cell.settings.scenario).items()
    }


@cache
def _tables_of(scenario: str) -> dict[str, tuple[TableSchema, Callable[[RawCell], TableRows]]]:
    """For each table of a scenario, its columns and the function that makes the rows of a cell."""
    tables = {name: (TABLES[name], rows) for name, rows in GENERAL_ROWS.items()}
    own = SCENARIOS[scenario].measures()
    return {**tables, **({name: (own.tables[name], rows) for name, rows in own.rows.items()} if own else {})}
