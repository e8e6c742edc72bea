"""Whether the cells of two arms were invalid equally often: the comparison leaves these cells out."""

from dataclasses import dataclass

import numpy as np
from scipy.stats import fisher_exact

from include.verdicts.paired_differences import ALPHA


@dataclass(frozen=True)
class InvalidRate:
    """How many of the cells of an arm had no valid first attempt."""

    invalid: int
    cells: int


@dataclass(frozen=True)
class InvalidRates:
    """The rates of an arm and of the baseline, in whose blocks its cells ran.

    The rules that make a cell invalid are about the machine, which both arms share. Rates that differ say
    that the arm does something to the machine, and that the valid cells are a selection.
    """

    arm: InvalidRate
    baseline: InvalidRate

    @property
    def p_value(self) -> float:
        """The probability of rates so unlike by chance: Fisher's exact test, two-sided."""
        table = np.array([[rate.invalid, rate.cells - rate.invalid] for rate in (self.arm, self.baseline)])
        return float(fisher_exact(table).pvalue)

    @property
    def differ(self) -> bool:
        """Whether the rates differ by more than chance lets them."""
        return self.p_value <= ALPHA
