"""Which rate to try next, in the search of the highest rate that is sustained."""

from math import inf, sqrt

TOLERANCE = 0.05
"""The search ends when the lowest rate that was not sustained is above the highest that was by this share."""

GROWTH = 1.1
"""The first factor between two rates while all of them were sustained, or none."""

MAX_GROWTH = 4.0
"""The factor is squared after each rate that was sustained, up to this one."""


class CapacitySearch:
    """Brackets the capacity between the rates that were sustained and those that were not, then bisects.

    Rates are messages per second.
    """

    def __init__(self, first_rate: float) -> None:
        self._next = first_rate
        self._growth = GROWTH
        self.sustained = 0.0
        """The highest rate that was sustained; 0 before any was."""
        self.not_sustained = inf
        """The lowest rate that was not sustained; infinite before any was."""

    @property
    def is_complete(self) -> bool:
        """Whether the capacity is known to the tolerance."""
        return self.not_sustained <= self.sustained * (1 + TOLERANCE)

    @property
    def next_rate(self) -> float:
        """The rate to try next."""
        return self._next

    def record(self, achieved: float, is_sustained: bool) -> None:
        """Record what came of the rate that was tried; ``achieved`` is the rate at which messages arrived."""
        if is_sustained:
            self.sustained = max(self.sustained, self._next)
        else:
            self.not_sustained = min(self.not_sustained, self._next)
        if self.sustained and self.not_sustained < inf:
            self._next = sqrt(self.sustained * self.not_sustained)
            return
        if is_sustained:
            self._next *= self._growth
            self._growth = min(self._growth**2, MAX_GROWTH)
        else:
            self._next = min(achieved or inf, self._next / GROWTH)
