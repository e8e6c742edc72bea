"""What a semantics costs: each treatment's ratios to at-least-once, paired by block."""

from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate, with_interval
from include.rendering.number_format import DASH
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.ratios import BASELINE, RatioFinding, ratio_by_block, ratio_finding
from include.report.span_metric import SpanMetric
from include.report.treatments import (
    dagger,
    dagger_notes,
    row_groups,
    semantics,
    semantics_look,
    short_name,
    treatments_by_context,
)

THROUGHPUT = SpanMetric("throughput", Span.PRODUCER_CONSUMER, "end-to-end throughput", "MiB/s")
LATENCY = SpanMetric("latency_mean", Span.PRODUCER_CONSUMER, "mean end-to-end latency", "ms")

COST_METRICS = (
    THROUGHPUT,
    LATENCY,
    SpanMetric("throughput", Span.PRODUCER_BROKER, "producer-broker throughput", "MiB/s"),
    SpanMetric("latency_mean", Span.PRODUCER_BROKER, "mean acknowledgement latency", "ms"),
)


@dataclass(frozen=True)
class CostComparison:
    """A treatment beside the at-least-once treatment of the same context, for one metric.

    ``ratio`` is the median of the ratios within a block, which keeps the drift of the machine out of it.
    ``median`` and ``baseline_median`` are in the metric's unit.
    """

    treatment: Treatment
    metric: SpanMetric
    ratio: Estimate
    median: float
    baseline_median: float

    @property
    def finding(self) -> RatioFinding:
        """What the interval of the ratio shows."""
        return ratio_finding(self.ratio)


def cost_comparisons(run: MeasuredRun, metric: SpanMetric) -> list[CostComparison]:
    """Every treatment that can be compared with the at-least-once treatment of its context, in order."""
    found = []
    for treatments in treatments_by_context(run.plan).values():
        baseline = next((one for one in treatments if semantics(one) == BASELINE), None)
        if baseline is not None:
            found += [_compare(run, one, baseline, metric) for one in treatments if one is not baseline]
    return [comparison for comparison in found if comparison is not None]


def _compare(
    run: MeasuredRun, treatment: Treatment, baseline: Treatment, metric: SpanMetric
) -> CostComparison | None:
    ratio = ratio_by_block(
        run.repetitions(treatment.id, metric.column), run.repetitions(baseline.id, metric.column)
    )
    own = run.estimate(treatment.id, metric.metric, metric.span)
    others = run.estimate(baseline.id, metric.metric, metric.span)
    if ratio is None or own is None or others is None:
        return None
    return CostComparison(treatment, metric, ratio, own.median, others.median)


def cost_table(run: MeasuredRun) -> Table:
    """Every treatment's ratios to at-least-once, with their intervals."""
    found = {(one.treatment.id, one.metric): one for m in COST_METRICS for one in cost_comparisons(run, m)}
    columns = (Column("Treatment", numeric=False), *(Column(metric.words) for metric in COST_METRICS))
    notes = [
        "Ratio to at-least-once in the same block: the median over the blocks, with its 95% interval in "
        "brackets. A ratio below 1 means less. An interval that includes 1 shows no difference. The "
        "intervals are not corrected for their number: of twenty, one may miss the true ratio.",
        *dagger_notes([one.treatment for one in found.values()]),
    ]
    groups = row_groups(run.plan, lambda treatment: _row(treatment, found))
    return Table("cost-table", "Ratio to at-least-once", columns, groups, tuple(notes))


def _row(treatment: Treatment, found: dict[tuple[str, SpanMetric], CostComparison]) -> Row | None:
    comparisons = [found.get((treatment.id, metric)) for metric in COST_METRICS]
    if not any(comparisons):
        return None
    return Row((short_name(treatment), *map(_cell, comparisons)), semantics_look(treatment))


def _cell(comparison: CostComparison | None) -> str:
    if comparison is None:
        return DASH
    return with_interval(comparison.ratio) + dagger(comparison.treatment, comparison.metric.span)
