"""Find the functions that measure a cell: one for each family of metrics, and one for the cell's scenario."""

from collections.abc import Callable
from functools import cache

from include.kinds.metrics.registry import COLUMNS, METRIC_FAMILIES
from include.kinds.registry import acting_half
from include.spark_jobs.measures.rawcell import Metrics, RawCell

MEASURES = "include.spark_jobs.measures"
SCENARIO_HALVES = "include.spark_jobs.scenarios"


def measured(cell: RawCell) -> Metrics:
    """All metrics of a cell, by column; None for a metric that the cell does not have.

    Raises:
        KeyError: A measured metric is not registered.
    """
    metrics: Metrics = {}
    for measures in _measures_of(cell.settings.scenario):
        metrics.update(measures(cell))
    if unknown := metrics.keys() - COLUMNS.keys():
        raise KeyError(f"measured, but not registered as metrics: {', '.join(sorted(unknown))}")
    return {column: metrics.get(column) for column in COLUMNS}


@cache
def _measures_of(scenario: str) -> list[Callable[[RawCell], Metrics]]:
    halves = [acting_half(MEASURES, family) for family in METRIC_FAMILIES]
    halves.append(acting_half(SCENARIO_HALVES, scenario))
    return [half.measures for half in halves if half]
