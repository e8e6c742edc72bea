"""A difference or a ratio, with its intervals, from pairs of cells of the same block."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from include.verdicts.pairs import ALPHA, FEWEST_PAIRS, POWER, Kind, Pairs
from include.verdicts.student_distribution_and_power import detectable_errors, t_quantile
from include.verdicts.trimmed_mean import trimmed


@dataclass(frozen=True)
class PairedDifference:
    """A difference or a ratio over ``pairs`` pairs, with its 95 % interval and its corrected interval.

    With a probability of at least 95 %, the corrected intervals of all comparisons that are stated together
    contain all true values. With fewer than six pairs, all fields except ``kind``, ``pairs`` and ``starts``
    are None.
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
    between starts if the pairs come from several starts, or if ``Pairs.between_starts`` is known. Otherwise
    the intervals are valid for this start only."""
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


def compare_together(all_pairs: Sequence[Pairs]) -> list[PairedDifference]:
    """Compare all pairs of values, with intervals that are corrected for the number of comparisons.

    The estimate is the trimmed mean of the differences of the pairs, or of the logarithms of their ratios.
    The intervals are based on Student's distribution. With several starts of the brokers, the mean of each
    start is used instead of its pairs. Distribution-free methods do not help with six pairs: the 95 %
    intervals of the median and of the Hodges-Lehmann estimate reach from the lowest pair to the highest. The
    smallest possible p-value of a rank test is 1/32. With a correction for only two comparisons, it would
    have to be at most 1/40.

    The correction is Bonferroni's: with m comparisons, each interval has the confidence level 1 - 0.05/m. The
    correction is valid although comparisons with the same reference depend on each other. Bonferroni's
    intervals agree with the decisions, unlike those of step-wise corrections.
    """
    number_stated = sum(pairs.compared.size >= FEWEST_PAIRS for pairs in all_pairs)
    return [_difference(pairs, ALPHA / max(number_stated, 1)) for pairs in all_pairs]


def _difference(pairs: Pairs, corrected_alpha: float) -> PairedDifference:
    number, starts = pairs.compared.size, pairs.number_of_starts
    if number < FEWEST_PAIRS:
        return PairedDifference(pairs.kind, number, starts=starts)
    mean, error, freedom = _estimated(pairs)
    margins = [t_quantile(1 - alpha / 2, freedom) * error for alpha in (ALPHA, corrected_alpha)]
    ends = [end for margin in margins for end in (mean - margin, mean + margin)]
    figures = np.array([mean, *ends])
    estimate, *limits = (np.exp(figures) if pairs.kind is Kind.RATIO else figures).tolist()
    low, high, low_corrected, high_corrected = limits
    detectable = float(detectable_errors(corrected_alpha, POWER, freedom) * error)
    return PairedDifference(
        pairs.kind, number, estimate, low, high, low_corrected, high_corrected, starts, detectable
    )


def _estimated(pairs: Pairs) -> tuple[float, float, float]:
    """The trimmed mean, its standard error, and the degrees of freedom of Student's distribution."""
    mean, error, freedom = trimmed(pairs.independent)
    if pairs.between_starts and pairs.number_of_starts == 1:
        return float(mean), *pairs.between_starts.added_to(float(mean), float(error), freedom)
    return float(mean), float(error), freedom
