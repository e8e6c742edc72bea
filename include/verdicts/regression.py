"""Whether a candidate is worse than its baseline, decided by pairs of cells of the same blocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from scipy import stats

from include.metrics.metric import Better
from include.verdicts.trimmed_mean import Numbers, trimmed

ALPHA = 0.05
"""The share of runs with two equal arms that may raise an alarm, whatever the number of metrics."""

POWER = 0.9
"""The share of runs in which a difference of the size that is reported as detectable is found."""

FEWEST = 6
"""The fewest pairs that are compared."""

SMALL_ENOUGH = 0.25
"""A run that could have found only larger differences does not have enough data to report no difference."""

STARTS = 0.1
"""The share by which two starts of the same brokers may differ: 7 % in throughput and 8 % in CPU time, over
44 pairs on warm brokers. What their just-in-time compilers produced remains until the brokers end, so that
more repetitions do not help; a candidate on brokers of its own has to differ by more."""

EXACT = 1e-12
"""A standard error below this counts as zero: the ratios differ only by rounding."""


class Decision(StrEnum):
    """What the pairs show of the candidate."""

    WORSE = "worse"
    BETTER = "better"
    NO_DIFFERENCE = "no difference found"
    NOT_ENOUGH = "not enough data"


@dataclass(frozen=True)
class Difference:
    """The ratio of the candidate to the baseline, over ``n`` pairs.

    ``ratio`` is the trimmed mean of the pairs' ratios (of their logarithms), ``low`` to ``high`` its 95 %
    interval. ``smallest`` is the smallest difference, as a share, that this number of pairs would have shown
    nine times in ten. All but ``n`` are None where there are too few pairs; all but ``n`` and ``ratio`` are
    None where all pairs have the same ratio.
    """

    n: int
    ratio: float | None = None
    low: float | None = None
    high: float | None = None
    p_value: float | None = None
    smallest: float | None = None


def difference(
    baseline: Sequence[float] | Numbers, candidate: Sequence[float] | Numbers, alike: float = 0.0
) -> Difference:
    """Compare pairs of values, shape (n,) both; pairs with a value of zero or less are left out.

    ``alike`` is the share by which both arms may differ although they are the same; the test is whether they
    differ by more. The interval and the test are Student's for trimmed means. Source: Tukey and McLaughlin,
    Sankhya A 25, 1963.
    """
    pairs = np.column_stack([baseline, candidate]).astype(float)
    pairs = pairs[(pairs > 0).all(axis=1)]
    logs = np.log(pairs[:, 1] / pairs[:, 0])
    if logs.size < FEWEST:
        return Difference(logs.size)
    *estimated, freedom = trimmed(logs)
    middle, error = map(float, estimated)
    if error < EXACT:
        return Difference(logs.size, ratio=float(np.exp(middle)))
    margin = float(stats.t.ppf(1 - ALPHA / 2, freedom)) * error
    return Difference(
        n=logs.size,
        ratio=float(np.exp(middle)),
        low=float(np.exp(middle - margin)),
        high=float(np.exp(middle + margin)),
        p_value=float(_chance(middle, error, freedom, alike)),
        smallest=float(np.expm1(np.log1p(alike) + margin + float(stats.t.ppf(POWER, freedom)) * error)),
    )


def p_values(values: Numbers) -> Numbers:
    """The probability of a trimmed mean so far from zero if the true one is zero, for rows of (…, n)."""
    return _chance(*trimmed(values))


def _chance(middle: Numbers | float, error: Numbers | float, freedom: int, alike: float = 0.0) -> Numbers:
    with np.errstate(divide="ignore", invalid="ignore"):  # where all values are the same
        nearer, farther = ((np.abs(middle) + way * np.log1p(alike)) / error for way in (-1, 1))
    return np.asarray(np.nan_to_num(stats.t.sf(nearer, freedom) + stats.t.sf(farther, freedom), nan=1.0))


def decide(compared: Sequence[tuple[Difference, Better]]) -> list[Decision]:
    """Decide on all differences of a run together; each has the direction in which its metric is better.

    The more differences are tested, the more of them appear by chance. P-values are corrected so that of the
    reported differences 5 % may be false; where nothing differs, this is the probability of any alarm.
    Source: Benjamini and Hochberg, Journal of the Royal Statistical Society B 57, 1995.
    """
    tested = [place for place, (found, _) in enumerate(compared) if found.p_value is not None]
    values = [compared[place][0].p_value or 0.0 for place in tested]
    corrected = stats.false_discovery_control(values).tolist() if values else []
    significant = {place for place, value in zip(tested, corrected, strict=True) if value <= ALPHA}
    return [_decision(found, better, place in significant) for place, (found, better) in enumerate(compared)]


def _decision(found: Difference, better: Better, is_significant: bool) -> Decision:
    if is_significant and found.ratio is not None:
        is_better = (found.ratio > 1) == (better is Better.HIGHER)
        return Decision.BETTER if is_better else Decision.WORSE
    if found.p_value is None and found.ratio == 1:
        return Decision.NO_DIFFERENCE
    if found.smallest is None or found.smallest > SMALL_ENOUGH:
        return Decision.NOT_ENOUGH
    return Decision.NO_DIFFERENCE
