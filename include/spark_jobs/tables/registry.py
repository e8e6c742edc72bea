"""The tables with rows of cells: the tables of every run, and the tables of single scenarios."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import pyarrow as pa

from include.rawlog.schemas_from_toml import TableSchema
from include.registry import acting_half
from include.scenarios.registry import SCENARIOS
from include.spark_jobs.measures.cell_measures import SCENARIO_HALVES
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.fates import fate_rows
from include.spark_jobs.tables.faults import window_rows
from include.spark_jobs.tables.requests import request_rows
from include.spark_jobs.tables.schemas import TABLES
from include.spark_jobs.tables.strikes import struck_rows
from include.spark_jobs.tables.tenths import tenth_rows
from include.spark_jobs.tables.timelines import timeline_rows
from include.spark_jobs.tables.violations import violation_rows


@dataclass(frozen=True)
class ResultTable:
    """The columns of a table, and the function that makes the rows of a cell."""

    columns: TableSchema
    rows: Callable[[RawCell], pa.Table]
    """The cell's rows, with these columns; none if the table does not apply to the cell."""


GENERAL_TABLES: Mapping[str, ResultTable] = {
    "violations": ResultTable(TABLES["violations"], violation_rows),
    "timelines": ResultTable(TABLES["timelines"], timeline_rows),
    "fates": ResultTable(TABLES["fates"], fate_rows),
    "faults": ResultTable(TABLES["faults"], window_rows),
    "tenths": ResultTable(TABLES["tenths"], tenth_rows),
    "strikes": ResultTable(TABLES["strikes"], struck_rows),
    "requests": ResultTable(TABLES["requests"], request_rows),
}
"""The tables of every run, by the names of their files."""


def result_tables() -> dict[str, TableSchema]:
    """The columns of all tables with rows of cells, by the names of their files, for every scenario."""
    tables = dict(GENERAL_TABLES)
    for scenario in SCENARIOS:
        tables.update(_scenario_tables(scenario))
    return {name: table.columns for name, table in tables.items()}


def rows_of(cell: RawCell) -> dict[str, pa.Table]:
    """The rows of a cell in the tables that apply to its scenario, by the names of the tables."""
    tables = {**GENERAL_TABLES, **_scenario_tables(cell.settings.scenario)}
    return {name: table.rows(cell) for name, table in tables.items()}


@cache
def _scenario_tables(scenario: str) -> Mapping[str, ResultTable]:
    half = acting_half(SCENARIO_HALVES, scenario)
    return half.TABLES if half else {}
