"""The values of two treatments that are compared: pairs from the same blocks, or starts of two runs."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from include.verdicts.comparison.between_starts import BetweenStarts
from include.verdicts.comparison.hodges_lehmann import Located, Numbers, located, located_between

FEWEST_PAIRS = 3
"""The smallest number of pairs for which a difference is computed. Fewer pairs give intervals that say
nothing: with two pairs, the interval is 13 times as wide as their distance."""

FEWEST_STARTS = 2
"""The smallest number of starts for which a run shows the variation between starts."""

Flags = NDArray[np.bool_]


class Kind(StrEnum):
    """How a treatment is compared with its reference."""

    DIFFERENCE = "difference"
    """The treatment's value minus the reference's value, in the unit of the metric."""
    RATIO = "ratio"
    """The treatment's value divided by the reference's value."""

    @property
    def neutral(self) -> float:
        """The value of the difference or of the ratio if the two treatments are equal."""
        return 1.0 if self is Kind.RATIO else 0.0

    def half_width(self, low: float, high: float) -> float:
        """Half the width of an interval: in the unit of the metric or, for a ratio, as a share."""
        return float(np.sqrt(high / low) - 1) if self is Kind.RATIO else (high - low) / 2


@dataclass(frozen=True)
class Pairs:
    """Values of a treatment and of its reference in the same blocks, both of shape (pairs,)."""

    kind: Kind
    treatment: Numbers
    reference: Numbers
    starts: Numbers | None = None
    """The number of the brokers' start to which each pair belongs; None: all pairs are from one start."""
    between_starts: BetweenStarts | None = None
    """The variation of the compared values between starts; None if it is not known. The variation is used
    only if all pairs are from one start."""

    @property
    def is_comparable(self) -> Flags:
        """A mask of the pairs that can be compared. For a ratio, both values must be above zero."""
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
        """The number of the brokers' start to which each comparable pair belongs."""
        starts = np.ones(self.treatment.size) if self.starts is None else self.starts
        return starts[self.is_comparable]

    def only(self, mask: Flags) -> "Pairs":
        """The pairs for which ``mask`` is True. The mask has the shape (pairs,)."""
        starts = None if self.starts is None else self.starts[mask]
        return replace(self, treatment=self.treatment[mask], reference=self.reference[mask], starts=starts)

    @property
    def size(self) -> int:
        """The number of comparable pairs."""
        return int(self.compared.size)

    @property
    def number_of_starts(self) -> int:
        """The number of different starts of the brokers among the comparable pairs."""
        return int(np.unique(self.comparable_starts).size)

    @property
    def independent(self) -> Numbers:
        """The independent values: each start's mean or, if there is only one start, each pair's value.

        The pairs of a start depend on each other, because the brokers keep their just-in-time compiled code
        until they end. Source: Kalibera and Jones, Rigorous Benchmarking in Reasonable Time, 2013.
        """
        starts, numbers = np.unique(self.comparable_starts, return_inverse=True)
        if starts.size < FEWEST_STARTS:
            return self.compared
        return np.bincount(numbers, self.compared) / np.bincount(numbers)

    @property
    def location(self) -> Located | None:
        """Where the difference lies; None with too few pairs."""
        return located(self.independent) if self.size >= FEWEST_PAIRS else None


@dataclass(frozen=True)
class Starts:
    """The means of two treatments of different runs over starts of the brokers, shapes (starts,).

    The means are of logarithms, so that the comparison is a ratio.
    """

    treatment: Numbers
    reference: Numbers
    kind: Kind = Kind.RATIO
    between_starts: BetweenStarts | None = None

    @property
    def size(self) -> int:
        """The number of starts of the run with fewer starts."""
        return min(self.treatment.size, self.reference.size)

    @property
    def number_of_starts(self) -> int:
        return self.size

    @property
    def ratio(self) -> float | None:
        """The ratio of the geometric means over the starts; None if one side has no start."""
        return float(np.exp(self.treatment.mean() - self.reference.mean())) if self.size else None

    @property
    def location(self) -> Located | None:
        """Where the ratio lies; None if a run has only one start, which does not show how starts vary."""
        return located_between(self.treatment, self.reference) if self.size >= FEWEST_STARTS else None
