"""What pairs of cells of the same blocks show: a difference or a ratio, with its intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from include.verdicts.trimmed_mean import Numbers, t_quantile, trimmed

ALPHA = 0.05
"""The probability with which any of the comparisons that are stated together may be wrong."""

FEWEST_PAIRS = 6
"""The fewest pairs from which anything is computed."""


class Kind(StrEnum):
    """How a treatment is compared with its reference."""

    DIFFERENCE = "difference"
    """By its value minus that of the reference, in the unit of the metric."""
    RATIO = "ratio"
    """By its value divided by that of the reference."""

    @property
    def neutral(self) -> float:
        """What two equal treatments have."""
        return 1.0 if self is Kind.RATIO else 0.0


@dataclass(frozen=True)
class Pairs:
    """Values of a treatment and of its reference in the same blocks, shape (pairs,) both."""

    kind: Kind
    treatment: Numbers
    reference: Numbers

    @property
    def compared(self) -> Numbers:
        """The difference of each pair, or the logarithm of its ratio, shape (comparable pairs,).

        A pair with a value that is not above zero has no ratio.
        """
        if self.kind is Kind.DIFFERENCE:
            return np.asarray(self.treatment - self.reference)
        comparable = (self.treatment > 0) & (self.reference > 0)
        return np.log(self.treatment[comparable] / self.reference[comparable])


@dataclass(frozen=True)
class PairedDifference:
    """A difference or a ratio over ``pairs`` pairs, with its 95 % interval and its corrected interval.

    The corrected intervals of all comparisons that are stated together contain all true values with a
    probability of 95 %. All but ``kind`` and ``pairs`` are None with fewer than six pairs.
    """

    kind: Kind
    pairs: int
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    low_corrected: float | None = None
    high_corrected: float | None = None

    @property
    def differs(self) -> bool | None:
        """Whether the corrected interval excludes that both are equal; None with too few pairs."""
        if self.low_corrected is None or self.high_corrected is None:
            return None
        return not self.low_corrected <= self.kind.neutral <= self.high_corrected


def compare_together(measured: Sequence[Pairs]) -> list[PairedDifference]:
    """Compare all pairs of values that are stated together.

    The estimate is the trimmed mean of the pairs' differences, or of the logarithms of their ratios; the
    intervals are Student's. The distribution-free alternatives have nothing to offer for six pairs: the 95 %
    interval of the median and that of the Hodges-Lehmann estimate both reach from the lowest pair to the
    highest, and no test of ranks is significant below p = 1/32, so that no two comparisons could be corrected
    for one another.

    The correction is Bonferroni's: with m comparisons the level of each is 1 - 0.05/m. It holds however the
    comparisons depend on each other, and they do, because they share a reference. Unlike step-wise
    corrections it gives intervals, so that what differs and what the interval shows is the same.
    """
    compared = [one.compared for one in measured]
    stated = sum(values.size >= FEWEST_PAIRS for values in compared)
    return [
        _difference(one.kind, values, ALPHA / max(stated, 1))
        for one, values in zip(measured, compared, strict=True)
    ]


def _difference(kind: Kind, values: Numbers, corrected_alpha: float) -> PairedDifference:
    if values.size < FEWEST_PAIRS:
        return PairedDifference(kind, values.size)
    mean, error, freedom = trimmed(values)
    margins = [t_quantile(1 - alpha / 2, freedom) * error for alpha in (ALPHA, corrected_alpha)]
    ends = [end for margin in margins for end in (mean - margin, mean + margin)]
    figures = np.array([mean, *ends])
    return PairedDifference(kind, values.size, *(np.exp(figures) if kind is Kind.RATIO else figures).tolist())
