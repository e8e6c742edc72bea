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

    A rate may be missed by chance, as in a pause of a garbage collector. Therefore the rate that limits the
    capacity is offered twice: if it is sustained then, the search goes on above it.

    Rates are messages per second.
    """

    def __init__(self, first_rate: float) -> None:
        self._next = first_rate
        self._growth = GROWTH
        self.sustained = 0.0
        """The highest rate that was sustained; 0 before any was."""
        self.not_sustained = inf
        """The lowest rate that was not sustained; infinite before any was."""
        self._missed_twice = 0.0

    @property
    def is_complete(self) -> bool:
        """Whether the capacity is known to the tolerance, and the rate above it was not sustained twice."""
        return self._is_close and self.not_sustained == self._missed_twice

    @property
    def next_rate(self) -> float:
        """The rate to try next."""
        return self._next

    def record(self, achieved: float, is_sustained: bool) -> None:
        """Record what came of the rate that was tried; ``achieved`` is the rate at which messages arrived."""
        rate = self._next
        if is_sustained:
            self.sustained = max(self.sustained, rate)
            if rate >= self.not_sustained:
                self.not_sustained, self._growth = inf, GROWTH
        else:
            self._missed_twice = rate if rate == self.not_sustained else self._missed_twice
            self.not_sustained = min(self.not_sustained, rate)
        self._next = self._following(rate, achieved, is_sustained)

    @property
    def _is_close(self) -> bool:
        return self.not_sustained <= self.sustained * (1 + TOLERANCE)

    def _following(self, rate: float, achieved: float, is_sustained: bool) -> float:
        if self._is_close:
            return self.not_sustained
        if self.sustained and self.not_sustained < inf:
            return sqrt(self.sustained * self.not_sustained)
        if not is_sustained:
            return min(achieved or inf, rate / GROWTH)
        grown = rate * self._growth
        self._growth = min(self._growth**2, MAX_GROWTH)
        return grown
