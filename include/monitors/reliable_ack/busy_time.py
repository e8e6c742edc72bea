"""For how long something was under way, however much of it at once."""

from time import monotonic_ns


class Busy:
    """Counts what has begun and not ended, and the time in which there was any."""

    def __init__(self) -> None:
        self._under_way = 0
        self._since = 0
        self._over_ns = 0

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way."""
        return self._under_way > 0

    @property
    def total_ns(self) -> int:
        """Nanoseconds in which anything was, until now."""
        return self._over_ns + (monotonic_ns() - self._since if self.is_busy else 0)

    def begin(self) -> None:
        """One more begins."""
        if not self._under_way:
            self._since = monotonic_ns()
        self._under_way += 1

    def end(self) -> None:
        """One ends."""
        self._under_way -= 1
        if not self._under_way:
            self._over_ns += monotonic_ns() - self._since
