"""Find the functions that measure a cell: one for each family of metrics, and one for the cell's scenario."""

from collections.abc import Callable
from functools import cache

from include.kinds.metrics.registry import COLUMNS
from include.kinds.scenario import SCENARIOS
from include.spark_jobs.measures import (
    brokers,
    client_requests,
    consumption,
    generator,
    machine,
    messages,
    network,
    recovery,
    resending,
    retries,
    spans,
    stability,
    stages,
    transactions,
    violations,
)
from include.spark_jobs.measures.rawcell import Metrics, RawCell

FAMILIES = (
    spans.measures,
    messages.measures,
    violations.measures,
    resending.measures,
    transactions.measures,
    stages.measures,
    recovery.measures,
    retries.measures,
    brokers.measures,
    machine.measures,
    consumption.measures,
    client_requests.measures,
    network.measures,
    generator.measures,
    stability.measures,
)
"""The measures of each family of metrics in ``include/kinds/metrics``."""


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
    own = SCENARIOS[scenario].measures()
    return [*FAMILIES, *([own.metrics] if own else [])]
