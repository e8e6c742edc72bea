"""The time during which at least one operation was under way."""

from time import monotonic_ns


class BusyTime:
    """Counts the operations under way, and measures the time during which there was at least one."""

    def __init__(self) -> None:
        self._under_way = 0
        self._since_ns = 0
        self._finished_ns = 0

    @property
    def is_busy(self) -> bool:
        """Whether an operation is under way."""
        return self._under_way > 0

    @property
    def total_ns(self) -> int:
        """Nanoseconds during which at least one operation was under way, until now."""
        return self._finished_ns + (monotonic_ns() - self._since_ns if self.is_busy else 0)

    def begin(self) -> None:
        """Record that an operation begins."""
        if not self._under_way:
            self._since_ns = monotonic_ns()
        self._under_way += 1

    def end(self) -> None:
        """Record that an operation ends."""
        self._under_way -= 1
        if not self._under_way:
            self._finished_ns += monotonic_ns() - self._since_ns
