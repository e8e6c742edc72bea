"""Is a candidate worse than its baseline? From pairs of cells that stood side by side in the same blocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from include.metrics.metric import Better

ALPHA = 0.05
"""How often a run of two equal arms may raise an alarm, whatever the number of its metrics."""

POWER = 0.9
"""How often a difference is found that a run could have found."""

TRIMMED = 0.1
"""Of the pairs, at either end, that don't count: what a disturbance of the machine made of them is no
difference between the arms. `make calibrate` sets other estimators beside it: a fifth at either end had 8 %
of false alarms with ten pairs, and needed more of them."""

FEWEST = 6
"""Pairs below which nothing is said."""

ENOUGH = 0.25
"""A run that would only have found a difference beyond this has not enough data to say that there is none."""

STARTS = 0.1
"""By so much two sets of brokers may differ although they are the same: it was 7 % in throughput, and 8 % in
CPU time, over 44 pairs on warm brokers. What their compilers made of them stays with them until they end, so
that more repetitions don't help; a candidate on brokers of its own has to differ by more."""

EXACT = 1e-12
"""A standard error below this is none: the ratios differ by rounding alone."""


Numbers = NDArray[np.floating]


class Decision(StrEnum):
    """What the pairs allow to say of the candidate."""

    WORSE = "worse"
    BETTER = "better"
    NO_DIFFERENCE = "no difference found"
    NOT_ENOUGH = "not enough data"


@dataclass(frozen=True)
class Difference:
    """The candidate's value over the baseline's, over ``n`` pairs.

    ``ratio`` is the trimmed mean of the pairs' ratios (of their logarithms), ``low`` to ``high`` its 95 %
    interval. ``smallest`` is the least difference, as a share, that as many pairs as these would have shown
    nine times in ten. All but ``n`` are None where there are too few pairs, or none differs from another.
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
    """Compare pairs, of shape (n,) both; a pair of which either isn't above zero has no ratio.

    ``alike`` is the share by which both may differ and yet be the same: what is tested is whether they differ
    by more. The interval and the test are Student's for trimmed means. Source: Tukey and McLaughlin, Sankhya
    A 25, 1963.
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


def trimmed(values: Numbers) -> tuple[Numbers, Numbers, int]:
    """The trimmed means of values (…, n), their standard errors (…), and the degrees of freedom of the ratio.

    The error is that of the winsorised values, to which those beyond the cut are moved up.
    """
    n = values.shape[-1]
    cut = int(TRIMMED * n)
    ordered = np.sort(values, axis=-1)
    winsorised = np.clip(ordered, ordered[..., [cut]], ordered[..., [n - cut - 1]])
    error = winsorised.std(axis=-1, ddof=1) / ((1 - 2 * TRIMMED) * np.sqrt(n))
    return ordered[..., cut : n - cut].mean(axis=-1), error, n - 2 * cut - 1


def p_values(values: Numbers) -> Numbers:
    """The chance of a trimmed mean so far from zero where the true one is zero, for each row of (…, n)."""
    return _chance(*trimmed(values))


def _chance(middle: Numbers | float, error: Numbers | float, freedom: int, alike: float = 0.0) -> Numbers:
    with np.errstate(divide="ignore", invalid="ignore"):  # where all values are the same
        nearer, farther = ((np.abs(middle) + way * np.log1p(alike)) / error for way in (-1, 1))
    return np.asarray(np.nan_to_num(stats.t.sf(nearer, freedom) + stats.t.sf(farther, freedom), nan=1.0))


def decide(compared: Sequence[tuple[Difference, Better]]) -> list[Decision]:
    """Decide on all that a run compares at once, each beside the way of it that is better.

    The more is looked at, the more would differ by chance: p-values are corrected so that of the differences
    that are reported, 5 % may be none; where nothing differs, that is the chance of any alarm. Source:
    Benjamini and Hochberg, Journal of the Royal Statistical Society B 57, 1995.
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
    if found.smallest is None or found.smallest > ENOUGH:
        return Decision.NOT_ENOUGH
    return Decision.NO_DIFFERENCE
