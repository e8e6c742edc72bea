"""The few quantities in which a candidate is compared. Each can show that the candidate is worse."""

from dataclasses import dataclass

from include.kinds.metrics.metric import Better, Metric
from include.kinds.metrics.registry import COLUMNS, Span, span_of
from include.plan.treatment import Treatment
from include.settings import compared_columns
from include.settings.cell import ScenarioSettings
from include.verdicts.comparison.samples import Kind


@dataclass(frozen=True)
class Quantity:
    """A column of ``results/cells`` whose values can be better or worse, and its name in sentences."""

    column: str
    words: str

    @property
    def metric(self) -> Metric:
        return COLUMNS[self.column]

    @property
    def span(self) -> Span | None:
        """The span of the metric; None for a metric of the whole cell."""
        return span_of(self.column)

    @property
    def unit(self) -> str:
        return self.metric.unit

    @property
    def is_latency(self) -> bool:
        """Whether the metric is a latency, which has a meaning only below saturation."""
        return self.kind is Kind.DIFFERENCE

    @property
    def kind(self) -> Kind:
        """The form in which costs are stated: a difference or a ratio."""
        return kind_of(self.column)

    @property
    def better(self) -> Better:
        """The direction in which the metric improves.

        Raises:
            ValueError: Neither direction of the metric is an improvement.
        """
        better = self.metric.better
        if better is None:
            raise ValueError(f"{self.column}: neither direction of this metric is an improvement")
        return better


def kind_of(column: str) -> Kind:
    """How a column is compared: latencies by their difference, rates and CPU times by their ratio."""
    return Kind.DIFFERENCE if COLUMNS[column].unit == "ms" else Kind.RATIO


THROUGHPUT = Quantity(compared_columns.THROUGHPUT, "end-to-end throughput")
ACKNOWLEDGED_P50 = Quantity(compared_columns.ACKNOWLEDGED_P50, "median acknowledgement latency")
DELIVERED_P50 = Quantity(compared_columns.DELIVERED_P50, "median end-to-end latency")
DELIVERED_P99 = Quantity(compared_columns.DELIVERED_P99, "99th percentile end to end")
BROKER_CPU = Quantity(compared_columns.BROKER_CPU, "CPU time of the brokers")

QUANTITIES = {
    quantity.column: quantity
    for quantity in (THROUGHPUT, ACKNOWLEDGED_P50, DELIVERED_P50, DELIVERED_P99, BROKER_CPU)
}


def quantities(settings: ScenarioSettings) -> tuple[Quantity, ...]:
    """The quantities in which cells with these settings are compared."""
    return tuple(QUANTITIES[column] for column in compared_columns.compared_columns(settings))


def end_to_end(settings: ScenarioSettings) -> tuple[Quantity, ...]:
    """The quantities in which all semantics can be compared. Latencies are included only below saturation."""
    return tuple(quantity for quantity in quantities(settings) if quantity != ACKNOWLEDGED_P50)


def costs(treatment: Treatment) -> tuple[Quantity, ...]:
    """The quantities in which the cost of a guarantee is stated; on a ladder of rates, only latency.

    All costs of a run are corrected together, so each further quantity makes the intervals of the other
    quantities wider. Therefore the 99th percentile is left out, and shown only in tables. In cells of a few
    seconds, one or two pauses decide this percentile, and its intervals are wider than its value.
    """
    if treatment.is_on_ladder:
        return (DELIVERED_P50,)
    return tuple(quantity for quantity in end_to_end(treatment.settings) if quantity != DELIVERED_P99)
