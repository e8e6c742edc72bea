"""The CPU time that this process uses for its work, such as sending messages."""

from time import monotonic_ns, process_time_ns


class CpuUsage:
    """The CPU time between the first and the last call of ``look``."""

    def __init__(self) -> None:
        self._first: tuple[int, int] | None = None
        self._last = (0, 0)

    def look(self) -> None:
        """Record the present time and the CPU time of this process, in ns."""
        self._last = monotonic_ns(), process_time_ns()
        self._first = self._first or self._last

    def counts(self, work: str) -> dict[str, int]:
        """The time and CPU time from the first to the last ``look``: ``<work>_ns`` and ``<work>_cpu_ns``.

        The result is empty before the second ``look``.
        """
        if self._first is None or self._first == self._last:
            return {}
        time_ns, cpu_ns = (last - first for first, last in zip(self._first, self._last, strict=True))
        return {f"{work}_ns": time_ns, f"{work}_cpu_ns": cpu_ns}
