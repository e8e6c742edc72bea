"""Change points: the points at which the level of a series changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from ruptures import Binseg
from scipy.stats import ttest_ind

FEWEST_POINTS = 10
"""The minimum number of points of a series that is analysed. In shorter series, too few steps would be found.
With 10% of noise, a step of 20% is found in one of nine series of 10 points, and in three of four series of
25 points."""

MOST_P_VALUE = 0.001
"""The p-value below which a step between two segments is a change point. Other steps are noise."""

FEWEST_POINTS_BETWEEN = 3
"""The minimum number of points of a segment. In a shorter segment, points could be nearly equal by chance, so
that the t-test would find a significant step."""

POINTS_PER_FALSE_ALARM = 1000
"""The number of points of pure noise in which the search finds about one change point. The p-value of a step
does not take into account that the search chose the place of the step. So false alarms are more frequent than
the p-value says."""


@dataclass(frozen=True)
class ChangePoint:
    """A point at which the level of a series changes.

    ``index`` is the index of the first point after the change. ``before`` and ``after`` are the means of the
    points up to the neighbouring change points.
    """

    index: int
    before: float
    after: float
    p: float

    @property
    def change(self) -> float:
        """The relative change: 0.1 means that the level rose by 10%."""
        return self.after / self.before - 1


def change_points(values: Sequence[float]) -> list[ChangePoint]:
    """The change points of a series; empty if the series is too short.

    The values have the shape (n,) and are all above zero. Binary segmentation by least squares proposes the
    most likely step of a segment. Welch's t-test between the two sides of the step decides whether the step
    counts. If the step counts, both sides are searched in the same way. The idea of deciding by t-tests is
    from: Fleming et al., Hunter: Using Change Point Detection to Hunt for Performance Regressions, ICPE 2023.
    """
    series = np.asarray(values, dtype=np.float64)
    if len(series) < FEWEST_POINTS:
        return []
    steps = list(_steps(series, 0, len(series)))
    ends = [0, *steps, len(series)]
    levels = [series[begin:end] for begin, end in pairwise(ends)]
    return [
        ChangePoint(step, float(before.mean()), float(after.mean()), _p_value(before, after))
        for step, (before, after) in zip(steps, pairwise(levels), strict=True)
    ]


def _steps(series: np.ndarray, begin: int, end: int) -> Iterator[int]:
    """Yield the index of the first point after each step of a segment, in ascending order."""
    segment = series[begin:end]
    if len(segment) < 2 * FEWEST_POINTS_BETWEEN or np.ptp(segment) == 0:
        return
    search = Binseg(model="l2", min_size=FEWEST_POINTS_BETWEEN, jump=1).fit(segment)
    step = int(search.predict(n_bkps=1)[0])
    if _p_value(segment[:step], segment[step:]) < MOST_P_VALUE:
        yield from _steps(series, begin, begin + step)
        yield begin + step
        yield from _steps(series, begin + step, end)


def _p_value(before: np.ndarray, after: np.ndarray) -> float:
    """The p-value of Welch's t-test; 0 if the values vary neither in ``before`` nor in ``after``."""
    if np.ptp(before) == 0 and np.ptp(after) == 0:
        return 0.0
    return float(ttest_ind(before, after, equal_var=False).pvalue)
