"""The tables with rows of every cell: those of every run, and those of a scenario."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

import pyarrow as pa

from include.registry import acting_half
from include.scenarios.registry import SCENARIOS
from include.spark_jobs.measures.cell_measures import SCENARIO_HALVES
from include.spark_jobs.measures.rawcell import RawCell
from include.spark_jobs.tables.fates import FATE, fate_rows
from include.spark_jobs.tables.faults import WINDOW, window_rows
from include.spark_jobs.tables.requests import REQUEST_KIND, request_rows
from include.spark_jobs.tables.strikes import STRUCK, struck_rows
from include.spark_jobs.tables.tenths import TENTH, tenth_rows
from include.spark_jobs.tables.timelines import TIMELINE, timeline_rows
from include.spark_jobs.tables.violations import VIOLATION, violation_rows


@dataclass(frozen=True)
class ResultTable:
    """The schema of a table, and what makes the rows of a cell."""

    schema: pa.Schema
    rows: Callable[[RawCell], pa.Table]
    """The cell's rows, of that schema; none where the table does not apply to the cell."""


GENERAL_TABLES: Mapping[str, ResultTable] = {
    "violations": ResultTable(VIOLATION, violation_rows),
    "timelines": ResultTable(TIMELINE, timeline_rows),
    "fates": ResultTable(FATE, fate_rows),
    "faults": ResultTable(WINDOW, window_rows),
    "tenths": ResultTable(TENTH, tenth_rows),
    "strikes": ResultTable(STRUCK, struck_rows),
    "requests": ResultTable(REQUEST_KIND, request_rows),
}
"""The tables of every run by the names of their files, beside those of scenarios."""


def result_tables() -> dict[str, pa.Schema]:
    """The schemas of all tables with rows of cells, by the names of their files, for every scenario."""
    tables = dict(GENERAL_TABLES)
    for scenario in SCENARIOS:
        tables.update(_scenario_tables(scenario))
    return {name: table.schema for name, table in tables.items()}


def rows_of(cell: RawCell) -> dict[str, pa.Table]:
    """The rows of a cell in the tables that apply to its scenario, by the names of the tables."""
    tables = {**GENERAL_TABLES, **_scenario_tables(cell.settings.scenario)}
    return {name: table.rows(cell) for name, table in tables.items()}


@cache
def _scenario_tables(scenario: str) -> Mapping[str, ResultTable]:
    half = acting_half(SCENARIO_HALVES, scenario)
    return half.TABLES if half else {}
