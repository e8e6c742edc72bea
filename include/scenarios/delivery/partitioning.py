"""How the partition of a message without a key is chosen."""

from enum import StrEnum


class Partitioning(StrEnum):
    """The ways to choose partitions."""

    STICKY = "sticky"
    """As the default of Java's producer does: one partition until a batch is full."""
    ROUND_ROBIN = "round-robin"
    """Each message goes to the next partition."""
    SKEWED = "skewed"
    """The n-th partition gets 1/n of the messages of the first, and at least one (Zipf's law)."""

    def cycle(self, partitions: int) -> list[int]:
        """The partitions that messages take in turn; empty if the client chooses."""
        match self:
            case Partitioning.STICKY:
                return []
            case Partitioning.ROUND_ROBIN:
                return list(range(partitions))
            case Partitioning.SKEWED:
                return _spread([max(1, round(partitions / rank)) for rank in range(1, partitions + 1)])


def _spread(turns: list[int]) -> list[int]:
    """A cycle in which each partition has a number of turns, which are as far apart as can be."""
    places = [
        ((turn + 0.5) / count, partition) for partition, count in enumerate(turns) for turn in range(count)
    ]
    return [partition for _, partition in sorted(places)]
