"""Find what measures a cell: a module for each family of metrics, and one for the cell's own scenario."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Protocol, cast

import pyarrow as pa

from include.metrics.registry import COLUMNS, METRIC_FAMILIES
from include.registry import acting_half
from include.scenarios.registry import SCENARIOS
from include.spark_jobs.decile_rates import TENTH, tenth_rows
from include.spark_jobs.fault_windows import WINDOW, window_rows
from include.spark_jobs.logged_requests import REQUEST_KIND, request_rows
from include.spark_jobs.measures import messages, violations
from include.spark_jobs.rawcell import Metrics, RawCell
from include.spark_jobs.result_table import ResultTable
from include.spark_jobs.struck_requests import STRUCK, struck_rows
from include.spark_jobs.timeline import TIMELINE, timeline_rows
from include.spark_jobs.violation_rows import VIOLATION, violation_rows

MEASURES = "include.spark_jobs.measures"
SCENARIO_HALVES = "include.spark_jobs.scenarios"

COUNTING_TABLES = ("violations",)
"""The tables that have rows of failed attempts too."""

GENERAL_TABLES: Mapping[str, ResultTable] = {
    "violations": ResultTable(VIOLATION, violation_rows),
    "timelines": ResultTable(TIMELINE, timeline_rows),
    "faults": ResultTable(WINDOW, window_rows),
    "tenths": ResultTable(TENTH, tenth_rows),
    "strikes": ResultTable(STRUCK, struck_rows),
    "requests": ResultTable(REQUEST_KIND, request_rows),
}
"""The tables of every run by the names of their files, beside those of scenarios."""


class ScenarioHalf(Protocol):
    """What a scenario has of its own in this stage."""

    TABLES: Mapping[str, ResultTable]
    measures: Callable[[RawCell], Metrics]


def measured(cell: RawCell) -> Metrics:
    """Every metric of a cell by the name of its column; None where the cell does not have the metric.

    Raises:
        KeyError: something was measured that is not a registered metric.
    """
    found: Metrics = {}
    for measures in _measures_of(cell.settings.scenario):
        found.update(measures(cell))
    if unknown := found.keys() - COLUMNS.keys():
        raise KeyError(f"measured, but not registered as metrics: {', '.join(sorted(unknown))}")
    return {column: found.get(column) for column in COLUMNS}


def counted(cell: RawCell) -> Metrics:
    """The counts of messages and violations by the names of their columns, and None for other metrics.

    A failed attempt may lack what other metrics need.
    """
    found = {**messages.measures(cell), **violations.measures(cell)}
    return {column: found.get(column) for column in COLUMNS}


def result_tables() -> dict[str, pa.Schema]:
    """The schemas of all tables with rows of cells, by the names of their files, for every scenario."""
    tables = dict(GENERAL_TABLES)
    for scenario in SCENARIOS:
        tables.update(_scenario_tables(scenario))
    return {name: table.schema for name, table in tables.items()}


def counting_rows_of(cell: RawCell) -> dict[str, pa.Table]:
    """The rows of a failed attempt, by the names of the tables."""
    return {name: GENERAL_TABLES[name].rows(cell) for name in COUNTING_TABLES}


def rows_of(cell: RawCell) -> dict[str, pa.Table]:
    """The rows of a cell in the tables that apply to its scenario, by the names of the tables."""
    tables = {**GENERAL_TABLES, **_scenario_tables(cell.settings.scenario)}
    return {name: table.rows(cell) for name, table in tables.items()}


@cache
def _measures_of(scenario: str) -> tuple[Callable[[RawCell], Metrics], ...]:
    return tuple(_all_measures(scenario))


def _all_measures(scenario: str) -> Iterator[Callable[[RawCell], Metrics]]:
    for family in METRIC_FAMILIES:
        if half := acting_half(MEASURES, family):
            yield half.measures
    if own := _scenario_half(scenario):
        yield own.measures


@cache
def _scenario_half(scenario: str) -> ScenarioHalf | None:
    return cast("ScenarioHalf | None", acting_half(SCENARIO_HALVES, scenario))


def _scenario_tables(scenario: str) -> Mapping[str, ResultTable]:
    half = _scenario_half(scenario)
    return half.TABLES if half else {}
