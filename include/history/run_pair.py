"""Two runs beside each other: the differences in their conditions, and the ratios of their treatments."""

from dataclasses import dataclass

from include.history.conditions import differences, shortened
from include.history.errors import HistoryError
from include.history.followed_metrics import FOLLOWED_METRICS
from include.history.past_runs import PastRun
from include.history.unpaired_ratio import unpaired_ratio
from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate
from include.report.span_metric import SpanMetric

COMPARED_METRICS = (
    *FOLLOWED_METRICS,
    SpanMetric("throughput", Span.PRODUCER_BROKER, "producer-broker throughput", "MiB/s"),
    SpanMetric("latency_p50", Span.PRODUCER_BROKER, "median acknowledgement latency", "ms"),
)


@dataclass(frozen=True)
class TreatmentRatio:
    """The ratio of the candidate's metric of a treatment to the baseline's."""

    treatment: Treatment
    metric: SpanMetric
    estimate: Estimate


@dataclass(frozen=True)
class RunPair:
    """Two runs, the differences in their conditions, the ratios, and the treatments of one run alone."""

    baseline: PastRun
    candidate: PastRun
    differences: list[str]
    ratios: list[TreatmentRatio]
    only_baseline: list[str]
    only_candidate: list[str]


def pair_runs(baseline: PastRun, candidate: PastRun) -> RunPair:
    """Compare a candidate with a baseline, treatment by treatment.

    Raises:
        HistoryError: the runs have no treatment in common. The message says which settings differ.
    """
    differing = _differences(baseline, candidate)
    own = {treatment.id: treatment for treatment in candidate.treatments}
    others = {treatment.id: treatment for treatment in baseline.treatments}
    ratios = [
        TreatmentRatio(treatment, metric, estimate)
        for name, treatment in own.items()
        if name in others
        for metric in COMPARED_METRICS
        if (estimate := unpaired_ratio(candidate.values(name, metric), baseline.values(name, metric)))
    ]
    if not ratios:
        raise HistoryError(
            f"{candidate.name} and {baseline.name} have measured no treatment in common. "
            f"{baseline.name} has {', '.join(others)}; {candidate.name} has {', '.join(own)}. "
            f"What differs: {shortened(differing) or 'nothing but the levels of their factors'}"
        )
    return RunPair(
        baseline,
        candidate,
        differing,
        ratios,
        only_baseline=[name for name in others if name not in own],
        only_candidate=[name for name in own if name not in others],
    )


def _differences(baseline: PastRun, candidate: PastRun) -> list[str]:
    """The conditions in which the runs differ, the release among them."""
    return differences(
        {"release": candidate.release, **candidate.conditions},
        {"release": baseline.release, **baseline.conditions},
    )
