"""Change points: where the level of a series changed, according to Apache Otava."""

from collections.abc import Sequence
from dataclasses import dataclass

from otava.analysis import compute_change_points

FEWEST_POINTS = 10
"""Shorter series are not analysed: with 10% of noise, Otava finds a step of 20% in a quarter of the series of
10 points."""

MOST_P_VALUE = 0.001
"""Otava's own threshold."""

POINTS_PER_FALSE_ALARM = 1000
"""Otava finds about one change point in so many points of noise: one in 700 in series of 25, and fewer in
longer series."""


@dataclass(frozen=True)
class ChangePoint:
    """A change of a level.

    ``index`` is that of the first point after the change. ``before`` and ``after`` are the means up to the
    neighbouring changes.
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
    """The change points of a series of shape (n,), all above zero; none where the series is too short.

    E-divisive means with t-tests, as in: Fleming et al., Hunter: Using Change Point Detection to Hunt for
    Performance Regressions, ICPE 2023.
    """
    if len(values) < FEWEST_POINTS:
        return []
    found, _ = compute_change_points(list(values), max_pvalue=MOST_P_VALUE)
    return [
        ChangePoint(int(point.index), float(stats.mean_1), float(stats.mean_2), float(stats.pvalue))
        for point in found
        for stats in [point.stats]
    ]
