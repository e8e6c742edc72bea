"""A difference or a ratio, with its intervals, from pairs of cells of the same block."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from include.verdicts.between_starts import BetweenStarts
from include.verdicts.student_distribution import detectable_errors, t_quantile
from include.verdicts.trimmed_mean import Numbers, trimmed

ALPHA = 0.05
"""The largest probability that at least one of the comparisons that are stated together is wrong."""

POWER = 0.9
"""The share of comparisons that find a difference of the detectable size."""

FEWEST_PAIRS = 6
"""The fewest pairs for any computation."""


Flags = NDArray[np.bool_]


class Kind(StrEnum):
    """How a treatment is compared with its reference."""

    DIFFERENCE = "difference"
    """By the value minus the reference's value, in the unit of the metric."""
    RATIO = "ratio"
    """By the value divided by the reference's value."""

    @property
    def neutral(self) -> float:
        """The difference or the ratio of two equal treatments."""
        return 1.0 if self is Kind.RATIO else 0.0


@dataclass(frozen=True)
class Pairs:
    """Values of a treatment and of its reference in the same blocks, both of shape (pairs,)."""

    kind: Kind
    treatment: Numbers
    reference: Numbers
    starts: Numbers | None = None
    """For each pair, the number of the brokers' start; None where all pairs are of one start."""
    between_starts: BetweenStarts | None = None
    """The variation of the compared values between starts; None if it is not known. The variation counts only
    with one start."""

    @property
    def is_comparable(self) -> Flags:
        """A mask of comparable pairs. A pair has a ratio only if both of its values are above zero."""
        if self.kind is Kind.DIFFERENCE:
            return np.ones(self.treatment.size, dtype=np.bool_)
        return np.asarray((self.treatment > 0) & (self.reference > 0))

    @property
    def compared(self) -> Numbers:
        """The difference of each pair, or the logarithm of its ratio, shape (comparable pairs,)."""
        treatment, reference = self.treatment[self.is_comparable], self.reference[self.is_comparable]
        if self.kind is Kind.DIFFERENCE:
            return np.asarray(treatment - reference)
        return np.log(treatment / reference)

    @property
    def comparable_starts(self) -> Numbers:
        """The start of each comparable pair."""
        starts = np.ones(self.treatment.size) if self.starts is None else self.starts
        return starts[self.is_comparable]

    def only(self, mask: Flags) -> "Pairs":
        """The pairs that are set in ``mask``, which is of shape (pairs,)."""
        starts = None if self.starts is None else self.starts[mask]
        return replace(self, treatment=self.treatment[mask], reference=self.reference[mask], starts=starts)

    @property
    def number_of_starts(self) -> int:
        """The number of starts of the brokers from which the comparable pairs come."""
        return int(np.unique(self.comparable_starts).size)

    @property
    def independent(self) -> Numbers:
        """The independent values: the mean over the pairs of each start; with one start, each pair.

        All pairs of a start share the code of the just-in-time compilers, which remains until the brokers
        end. Source: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, 2013.
        """
        starts, numbers = np.unique(self.comparable_starts, return_inverse=True)
        if starts.size < 2:
            return self.compared
        return np.bincount(numbers, self.compared) / np.bincount(numbers)


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
    """The number of starts of the brokers from which the pairs come. With several starts, the intervals
    contain the variation between starts. With one start, they contain the variation if
    ``Pairs.between_starts`` is known. Otherwise they hold for this start only."""
    detectable: float | None = None
    """The smallest true difference that nine of ten such comparisons show after correction. For a ratio, it
    is the logarithm of the ratio."""

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
    """Compare all pairs of values that are stated together.

    The estimate is the trimmed mean of the differences of the pairs, or of the logarithms of their ratios.
    The intervals are Student's. With several starts of the brokers, the mean of each start takes the place of
    its pairs. Distribution-free methods do not help with six pairs. The 95 % intervals of the median and of
    the Hodges-Lehmann estimate both reach from the lowest pair to the highest. The smallest p-value of a test
    of ranks is 1/32, which is too large for a correction of even two comparisons.

    The correction is Bonferroni's: with m comparisons the level of each is 1 - 0.05/m. The correction holds
    for any dependence between the comparisons, which depend on each other because they share a reference.
    Unlike step-wise corrections, Bonferroni's correction gives intervals, which agree with the decisions.
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
