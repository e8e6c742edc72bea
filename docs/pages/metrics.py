"""The text of docs/metrics.md: every metric."""

from collections.abc import Iterator

from docs.pages.markdown import table
from include.kinds.metrics.metric import Metric
from include.kinds.metrics.registry import METRIC_FAMILIES

INTRODUCTION = """\
# Metrics

This page is generated from `include/kinds/metrics`. A metric of a *span* is measured twice in each cell: \
from the
creation of messages to their acknowledgement (`producer-broker`), and to their first receipt
(`producer-consumer`). A metric of a *cell* is measured once. `results/cells` has a column for each metric
(`producer_broker_rate` for the metric `rate` of a span), and `results/summary` the median over the valid
cells of a treatment, with its 95 % interval. Messages of a lead-in count as messages and for violations;
times and rates leave them out, unless the definition of a metric says otherwise.
"""


def page() -> str:
    """The page as Markdown."""
    return "\n".join([INTRODUCTION, *(line for family in METRIC_FAMILIES for line in _section(family))])


def _section(name: str) -> Iterator[str]:
    family = METRIC_FAMILIES[name]
    yield from (f"## {family.name.replace('_', ' ').capitalize()}", "", family.about, "")
    yield from table(("metric", "unit", "of a", "definition"), map(_row, family.metrics))


def _row(metric: Metric) -> tuple[str, ...]:
    scope = "span" if metric.is_of_span else "cell"
    chances = f" Chances: `{metric.chances}`." if metric.chances else ""
    return f"`{metric.name}`", metric.unit, scope, f"{metric.whole_definition}{chances}"
