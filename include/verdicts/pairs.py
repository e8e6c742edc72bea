"""Pairs of values from cells of the same blocks, and how they are compared."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from include.verdicts.between_starts import BetweenStarts
from include.verdicts.trimmed_mean import Numbers

ALPHA = 0.05
"""The largest allowed probability of at least one error in all comparisons that are stated together."""

POWER = 0.9
"""The share of comparisons that find a true difference of the detectable size."""

FEWEST_PAIRS = 6
"""The smallest number of pairs for which a difference is computed."""

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
        if starts.size < 2:
            return self.compared
        return np.bincount(numbers, self.compared) / np.bincount(numbers)
