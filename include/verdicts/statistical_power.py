"""The number of starts or pairs needed to show a difference, with its interval and a check by resampling."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from include.verdicts.pairs import ALPHA, POWER
from include.verdicts.spread import spread_interval
from include.verdicts.student_distribution_and_power import power, t_quantile
from include.verdicts.trimmed_mean import Numbers, trimmed

DRAWS = 2000
SEED = 2017
"""A fixed seed, so that two reports of the same results are the same."""

MOST = 200
"""The largest number of starts or pairs for which the statistical power is computed."""


@dataclass(frozen=True)
class Needed:
    """The number of independent values (starts or pairs) with which nine of ten runs show a difference.

    ``low`` and ``high`` are the ends of the number's 95 % interval, which is computed from the interval of
    the standard deviation. None stands for a number above ``MOST``. With too few values for an interval,
    ``low`` and ``high`` are both None.
    """

    number: int | None
    low: int | None = None
    high: int | None = None
    has_interval: bool = True


def needed(values: Numbers, difference: float, comparisons: int = 1, fewest: int = 2) -> Needed:
    """The number of values, varying like ``values``, that must be measured to show a difference.

    Args:
        values: Differences, or logarithms of ratios, that are independent of one another; shape (n,).
        difference: The difference to be shown; for ratios, the logarithm of the ratio.
        comparisons: The number of comparisons that are decided together, by which the significance level is
            divided.
        fewest: The minimum number of values for a comparison.
    """
    interval = spread_interval(values)
    spreads = (float(values.std(ddof=1)), *(interval or ()))
    numbers = [_smallest(spread, difference, ALPHA / comparisons, fewest) for spread in spreads]
    if interval is None:
        return Needed(numbers[0], has_interval=False)
    return Needed(number=numbers[0], low=numbers[1], high=numbers[2])


def _smallest(spread: float, difference: float, alpha: float, fewest: int) -> int | None:
    """The smallest number of values that show ``difference`` if their standard deviation is ``spread``.

    The result is None if more than ``MOST`` values are needed.
    """
    if not spread:
        return fewest
    numbers = range(fewest, MOST + 1)
    return next((n for n in numbers if power(difference / spread * np.sqrt(n), alpha, n - 1) >= POWER), None)


def shares_found(comparisons: Sequence[Numbers], number: int) -> list[float]:
    """For each comparison, the share of resampled runs that show the difference.

    A resampled run consists of ``number`` blocks (or starts) that are drawn from the run. All comparisons use
    the same resampled blocks (or starts), so that they depend on each other as in the run. Decisions are made
    as in the report, with the correction for the number of comparisons.

    Args:
        comparisons: For each comparison, its independent values, shape (blocks,) or (starts,). The number of
            comparisons determines the correction.
        number: The number of blocks (or starts) of a resampled run.
    """
    chance = np.random.default_rng(SEED)
    draws = chance.integers(min(values.size for values in comparisons), size=(DRAWS, number))
    return [_share_found(values, draws, ALPHA / len(comparisons)) for values in comparisons]


def _share_found(values: Numbers, draws: NDArray[np.integer], alpha: float) -> float:
    means, errors, freedom = trimmed(values[draws])
    is_shown = np.abs(means) > t_quantile(1 - alpha / 2, freedom) * errors
    return float(np.mean(is_shown & (np.sign(means) == np.sign(values.mean()))))
