"""The offset up to which each partition can be read: the end of its log, or a hanging transaction's start."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic

from include.faults.scene import Brokers
from include.machine.errors import PlatformError

CLEAN_UP_SECONDS = 15.0
"""The maximum time until a coordinator has aborted a transaction that has timed out. A coordinator looks for
timed-out transactions every 10 s (transaction.abort.timed.out.transaction.cleanup.interval.ms)."""


@dataclass
class LastStableOffsets:
    """The offsets up to which readers of committed messages can read the partitions of a topic."""

    brokers: Brokers
    topic: str
    partitions: int
    transaction_seconds: float
    hanging: dict[int, int] = field(default_factory=dict)
    """The last stable offset of each partition with a hanging transaction. The offset is below the high
    watermark, and has not moved for longer than the maximum duration of a transaction."""
    _standing: dict[int, tuple[int, float]] = field(default_factory=dict)

    @property
    def longest_seconds(self) -> float:
        """The time in s after which an unchanged last stable offset counts as a hanging transaction."""
        return self.transaction_seconds + CLEAN_UP_SECONDS

    def are_reached(self, positions: Iterable[tuple[int, int]]) -> bool:
        """Whether readers at these positions (partition and offset) have read the topic to its end.

        The result is False while a partition has no leader.
        """
        try:
            ends = self.look()
        except PlatformError:
            return False
        return all(offset >= ends[partition] for partition, offset in positions)

    def look(self) -> dict[int, int]:
        """Ask the brokers for the offset up to which each partition can be read."""
        # The ends of the log come first. In the other order, a transaction that commits between the requests
        # would lie above the stable offset, as one that hangs does.
        log = self.brokers.log_ends(self.topic, self.partitions)
        stable = self.brokers.log_ends(self.topic, self.partitions, committed=True)
        now = monotonic()
        self._standing = {
            partition: self._since(partition, offset, now)
            for partition, offset in stable.items()
            if offset < log[partition]
        }
        self.hanging = {
            partition: offset
            for partition, (offset, since) in self._standing.items()
            if now - since > self.longest_seconds
        }
        return {**log, **self.hanging}

    def _since(self, partition: int, offset: int, now: float) -> tuple[int, float]:
        before = self._standing.get(partition)
        return before if before and before[0] == offset else (offset, now)
