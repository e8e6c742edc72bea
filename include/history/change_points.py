"""Change points: the points at which the level of a series changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from ruptures import Binseg
from scipy.stats import ttest_ind

FEWEST_POINTS = 10
"""Shorter series are not analysed, because too few steps would be found. With 10% of noise, a step of 20% is
found in one of nine series of 10 points, and in three of four series of 25 points."""

MOST_P_VALUE = 0.001
"""A step between two segments is noise if the p-value of the step is larger."""

FEWEST_POINTS_BETWEEN = 3
"""The fewest points of a segment. Two points may be equal by chance, which would make a step significant."""

POINTS_PER_FALSE_ALARM = 1000
"""In this number of points of noise, about one change point is found. The place of the step was chosen, which
the p-value does not consider. So the p-value is smaller than the share of false alarms."""


@dataclass(frozen=True)
class ChangePoint:
    """A change of a level.

    ``index`` is the index of the first point after the change. ``before`` and ``after`` are the means of the
    two sides, up to the neighbouring changes.
    """

    index: int
    before: float
    after: float
    p: float

    @property
    def change(self) -> float:
        """The change as a share of the level before."""
        return self.after / self.before - 1


def change_points(values: Sequence[float]) -> list[ChangePoint]:
    """The change points of a series; none where the series is too short.

    The values have the shape (n,) and are all above zero. Binary segmentation by least squares proposes the
    most likely step of a segment. Welch's t-test between the two sides of the step decides whether the step
    counts. Then each side is searched in turn. The idea of deciding by t-tests is from: Fleming et al.,
    Hunter: Using Change Point Detection to Hunt for Performance Regressions, ICPE 2023.
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
    """For each step of a segment, in order, the index of the first point after the step."""
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
    """The p-value of Welch's t-test; 0 if the values of each side are all equal."""
    if np.ptp(before) == 0 and np.ptp(after) == 0:
        return 0.0
    return float(ttest_ind(before, after, equal_var=False).pvalue)
