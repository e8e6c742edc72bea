"""Two runs side by side: what differs between them, and each treatment's ratios."""

from dataclasses import dataclass

from include.history.conditions import differences, told
from include.history.errors import HistoryError
from include.history.quantities import QUANTITIES
from include.history.runs import PastRun
from include.history.unpaired_ratio import ratio
from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate
from include.report.sections.cost.cost import Quantity

COMPARED = (
    *QUANTITIES,
    Quantity("throughput", Span.PRODUCER_BROKER, "producer-broker throughput", "MiB/s"),
    Quantity("latency_p50", Span.PRODUCER_BROKER, "median acknowledgement latency", "ms"),
)


@dataclass(frozen=True)
class Ratio:
    """The candidate's quantity of a treatment, in times of the baseline's."""

    treatment: Treatment
    quantity: Quantity
    estimate: Estimate


@dataclass(frozen=True)
class Pair:
    """What two runs have in common, and what not."""

    baseline: PastRun
    candidate: PastRun
    differences: list[str]
    ratios: list[Ratio]
    only_baseline: list[str]
    only_candidate: list[str]


def pair(baseline: PastRun, candidate: PastRun) -> Pair:
    """Compare a candidate with a baseline, treatment by treatment.

    Raises:
        HistoryError: they have no treatment in common; it says which settings differ.
    """
    differing = _differences(baseline, candidate)
    ours = {treatment.id: treatment for treatment in candidate.treatments}
    theirs = {treatment.id: treatment for treatment in baseline.treatments}
    found = [
        Ratio(treatment, quantity, estimate)
        for name, treatment in ours.items()
        if name in theirs
        for quantity in COMPARED
        if (estimate := ratio(candidate.values(name, quantity), baseline.values(name, quantity)))
    ]
    if not found:
        raise HistoryError(
            f"{candidate.name} and {baseline.name} have measured no treatment in common. "
            f"{baseline.name} has {', '.join(theirs)}; {candidate.name} has {', '.join(ours)}. "
            f"What differs: {told(differing) or 'nothing but the levels of their factors'}"
        )
    return Pair(
        baseline,
        candidate,
        differing,
        found,
        only_baseline=[name for name in theirs if name not in ours],
        only_candidate=[name for name in ours if name not in theirs],
    )


def _differences(baseline: PastRun, candidate: PastRun) -> list[str]:
    """In which conditions they differ, with the release."""
    return differences(
        {"release": candidate.release, **candidate.conditions},
        {"release": baseline.release, **baseline.conditions},
    )
