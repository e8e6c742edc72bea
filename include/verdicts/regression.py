"""Is a candidate worse than its baseline? From pairs of cells that stood side by side in the same blocks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

import numpy as np
from scipy import stats
from scipy.stats import mstats

ALPHA = 0.05
"""How often a run of two equal arms may raise an alarm, whatever the number of its metrics."""

POWER = 0.9
"""How often a difference is found that a run could have found."""

TRIMMED = 0.2
"""Of the pairs, at either end, that don't count: what a disturbance of the machine made of them is no
difference between the arms. Chosen by calibration; see ``docs/calibration.md``."""

FEWEST = 6
"""Pairs below which nothing is said."""

ENOUGH = 0.25
"""A run that would only have found a difference beyond this has not enough data to say that there is none."""

EXACT = 1e-12
"""A standard error below this is none: the ratios differ by rounding alone."""

Key = TypeVar("Key")


class Better(StrEnum):
    """Which way of a metric is better."""

    HIGHER = "higher"
    LOWER = "lower"


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


def difference(baseline: Sequence[float], candidate: Sequence[float]) -> Difference:
    """Compare pairs, of shape (n,) both; a pair of which either isn't above zero has no ratio.

    The interval and the test are Student's for trimmed means. Source: Tukey and McLaughlin, Sankhya A 25,
    1963.
    """
    pairs = np.column_stack([baseline, candidate]).astype(float)
    pairs = pairs[(pairs > 0).all(axis=1)]
    logs = np.log(pairs[:, 1] / pairs[:, 0])
    if logs.size < FEWEST:
        return Difference(logs.size)
    middle, error, freedom = trimmed(logs)
    if error < EXACT:
        return Difference(logs.size, ratio=float(np.exp(middle)))
    margin = float(stats.t.ppf(1 - ALPHA / 2, freedom)) * error
    return Difference(
        n=logs.size,
        ratio=float(np.exp(middle)),
        low=float(np.exp(middle - margin)),
        high=float(np.exp(middle + margin)),
        p_value=float(2 * stats.t.sf(abs(middle) / error, freedom)),
        smallest=float(np.expm1(margin + float(stats.t.ppf(POWER, freedom)) * error)),
    )


def trimmed(values: np.ndarray) -> tuple[float, float, int]:
    """The trimmed mean of values (n,), its standard error, and the degrees of freedom of their ratio."""
    cut = int(TRIMMED * values.size)
    middle = float(stats.trim_mean(values, TRIMMED))
    error = float(mstats.trimmed_stde(values, limits=(TRIMMED, TRIMMED)))
    return middle, error, values.size - 2 * cut - 1


def decide(differences: Mapping[Key, Difference], better: Mapping[Key, Better]) -> dict[Key, Decision]:
    """Decide on all that a run compares at once.

    The more is looked at, the more would differ by chance: p-values are corrected so that of the differences
    that are reported, 5 % may be none; where nothing differs, that is the chance of any alarm. Source:
    Benjamini and Hochberg, Journal of the Royal Statistical Society B 57, 1995.
    """
    tested = {key: found for key, found in differences.items() if found.p_value is not None}
    values = [found.p_value or 0.0 for found in tested.values()]
    corrected = stats.false_discovery_control(values).tolist() if values else []
    significant = {key for key, value in zip(tested, corrected, strict=True) if value <= ALPHA}
    return {key: _decision(found, better[key], key in significant) for key, found in differences.items()}


def _decision(found: Difference, better: Better, is_significant: bool) -> Decision:
    if is_significant and found.ratio is not None:
        is_better = (found.ratio > 1) == (better is Better.HIGHER)
        return Decision.BETTER if is_better else Decision.WORSE
    if found.p_value is None and found.ratio == 1:
        return Decision.NO_DIFFERENCE
    if found.smallest is None or found.smallest > ENOUGH:
        return Decision.NOT_ENOUGH
    return Decision.NO_DIFFERENCE
