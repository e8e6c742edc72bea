"""Is A different from B? The one function that answers it, for costs, candidates, runs and clients."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from include.verdicts.comparison.hodges_lehmann import Located
from include.verdicts.comparison.samples import Kind, Pairs, Starts
from include.verdicts.comparison.student_distribution import detectable_errors, t_quantile

ALPHA = 0.05
"""The largest allowed probability of at least one error in all comparisons that are stated together."""

POWER = 0.9
"""The share of comparisons that find a true difference of the detectable size."""


class Finding(StrEnum):
    """What a comparison shows, by its corrected interval."""

    LOWER = "lower"
    HIGHER = "higher"
    NOT_SHOWN = "no difference shown"
    TOO_FEW = "too few repetitions to tell"


@dataclass(frozen=True)
class Difference:
    """A difference or a ratio over ``pairs`` pairs, with its 95 % interval and its corrected interval.

    With a probability of at least 95 %, the corrected intervals of all comparisons that are stated together
    contain all true values. With too few pairs, all fields except ``kind``, ``pairs`` and ``starts`` are
    None.
    """

    kind: Kind
    pairs: int
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    low_corrected: float | None = None
    high_corrected: float | None = None
    starts: int = 1
    """The number of starts of the brokers from which the pairs come. The intervals include the variation
    between starts if the pairs come from several starts, or if it is known from earlier runs. Otherwise the
    intervals are valid for this start only."""
    half_width: float | None = None
    """Half the width of the 95 % interval within the starts that were compared; for a ratio, as a share. More
    pairs make it smaller, while they cannot show the variation between starts."""
    error: float | None = None
    """The standard error within the starts that were compared; for a ratio, of its logarithm."""
    detectable: float | None = None
    """The smallest true difference that a comparison detects with a probability of 90 %, after the correction
    for the number of comparisons. For a ratio, the value is the logarithm of the smallest detectable
    ratio."""

    @property
    def corrected(self) -> tuple[float, float] | None:
        """The ends of the corrected interval; None with too few pairs."""
        if self.low_corrected is None or self.high_corrected is None:
            return None
        return self.low_corrected, self.high_corrected

    @property
    def differs(self) -> bool | None:
        """Whether the corrected interval excludes equality; None with too few pairs."""
        if self.corrected is None:
            return None
        low, high = self.corrected
        return not low <= self.kind.neutral <= high

    @property
    def finding(self) -> Finding:
        """What the comparison shows."""
        if self.corrected is None:
            return Finding.TOO_FEW
        if not self.differs:
            return Finding.NOT_SHOWN
        return Finding.HIGHER if self.corrected[0] > self.kind.neutral else Finding.LOWER


def compare_together(samples: Sequence[Pairs | Starts]) -> list[Difference]:
    """Compare the two sides of each sample, with intervals that are corrected for all of them together.

    The estimate is that of Hodges and Lehmann, of the differences of the pairs or of the logarithms of their
    ratios. Single bad cells move neither it nor, with twelve pairs or more, its interval. With several starts
    of the brokers, the mean of each start is used instead of its pairs.

    The correction is Bonferroni's: with m samples, each interval has the confidence level 1 - 0.05/m. Samples
    without values count too, because they were to be compared. The correction is valid although comparisons
    with the same reference depend on each other. Bonferroni's intervals agree with the decisions, unlike
    those of step-wise corrections.
    """
    return [_difference(sample, ALPHA / len(samples)) for sample in samples]


def _difference(sample: Pairs | Starts, corrected_alpha: float) -> Difference:
    number, starts, location = sample.size, sample.number_of_starts, sample.location
    if location is None:
        return Difference(sample.kind, number, starts=starts)
    within = [float(end) for end in location.interval(ALPHA)]
    ends = [*_interval(sample, location, ALPHA), *_interval(sample, location, corrected_alpha)]
    quantile = t_quantile(1 - corrected_alpha / 2, location.freedom)
    errors = detectable_errors(corrected_alpha, POWER, location.freedom)
    detectable = (ends[3] - ends[2]) / 2 / quantile * errors
    figures = np.array([location.estimate, *ends, *within])
    estimate, low, high, low_corrected, high_corrected, *within = map(
        float, np.exp(figures) if sample.kind is Kind.RATIO else figures
    )
    return Difference(
        sample.kind,
        number,
        estimate,
        low,
        high,
        low_corrected,
        high_corrected,
        starts,
        sample.kind.half_width(*within),
        float(location.standard_error),
        detectable,
    )


def _interval(sample: Pairs | Starts, location: Located, alpha: float) -> tuple[float, float]:
    """The interval, with the variation between starts if the sample has only one and it is known."""
    low, middle, high = (float(end) for end in np.insert(location.interval(alpha), 1, location.estimate))
    between = sample.between_starts
    if between is None or sample.number_of_starts > 1:
        return low, high
    return middle - between.widened(middle - low, alpha), middle + between.widened(high - middle, alpha)
