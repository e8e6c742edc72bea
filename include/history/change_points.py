"""Where a series changed for good, by Apache Otava."""

from collections.abc import Sequence
from dataclasses import dataclass

from otava.analysis import compute_change_points

FEWEST = 10
"""In shorter series it finds little: with noise of 10%, a step of 20% in a quarter of series of 10 points."""

MOST_P = 0.001
"""Otava's own threshold."""

POINTS_OF_NOISE = 1000
"""In so many points of noise alone it finds about one: one in 700 in series of 25, fewer in longer ones."""


@dataclass(frozen=True)
class ChangePoint:
    """``place`` is the first point after it; ``before`` and ``after`` are means up to the next change."""

    place: int
    before: float
    after: float
    p: float

    @property
    def change(self) -> float:
        """By which share of what it was before."""
        return self.after / self.before - 1


def change_points(values: Sequence[float]) -> list[ChangePoint]:
    """Where the level of a series, shape (n,), above zero, changed; none where it is too short to tell.

    E-divisive means with t-tests, as in: Fleming et al., Hunter: Using Change Point Detection to Hunt for
    Performance Regressions, ICPE 2023.
    """
    if len(values) < FEWEST:
        return []
    found, _ = compute_change_points(list(values), max_pvalue=MOST_P)
    return [
        ChangePoint(int(point.index), float(stats.mean_1), float(stats.mean_2), float(stats.pvalue))
        for point in found
        for stats in [point.stats]
    ]
