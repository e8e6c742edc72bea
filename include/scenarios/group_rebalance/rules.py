"""The owners of a group's partitions over time, moved partitions, ownership gaps, and fairness.

Times may be in any unit, but all times of a call must be in the same unit.

The range rule says which partitions each consumer should own. In the published rule, partitions and consumers
are sorted. N is the number of partitions divided by the number of consumers. Consumer j owns partitions j·N
to (j + 1)·N - 1. The formula is defined only if N is an integer. If N is not an integer, Kafka's range
assignor rounds N down, and gives one more partition to each of the first consumers until every partition has
an owner.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, nan

Member = tuple[int, int]
"""A member of the group: the index of a consumer, and the number (from 1) of a program that ran as this
consumer."""

Assignment = Mapping[Member, frozenset[int]]
"""The partitions of each member that owns a partition."""


@dataclass(frozen=True)
class OwnershipPeriod:
    """A time in which a member owned a partition. If the partition is None, the member owned no partition."""

    member: Member
    partition: int | None
    began: float
    ended: float = inf

    def covers(self, moment: float) -> bool:
        return self.began <= moment < self.ended


@dataclass(frozen=True)
class GroupState:
    """A state of the group in which every partition has an owner, and the moment at which it began.

    Members that own no partition are left out.
    """

    since: float
    assignment: Assignment


@dataclass(frozen=True)
class OwnershipGap:
    """A time in which a partition had no owner."""

    began: float
    ended: float


def owners(periods: Iterable[OwnershipPeriod], moment: float) -> dict[int, Member]:
    """The owner of each partition at a moment: the member that was the last to report the partition."""
    periods_in_order = sorted(
        (period for period in periods if period.covers(moment)), key=lambda period: period.began
    )
    return {period.partition: period.member for period in periods_in_order if period.partition is not None}


def group_states(periods: Sequence[OwnershipPeriod], partitions: int, since: float) -> list[GroupState]:
    """The successive assignments in which all partitions had an owner; each differs from the previous one."""
    changes = {
        moment for period in periods for moment in (period.began, period.ended) if since < moment < inf
    }
    states: list[GroupState] = []
    for moment in sorted({since, *changes}):
        owner_of = owners(periods, moment)
        if len(owner_of) < partitions:
            continue
        assignment = {
            member: frozenset(partition for partition, owner in owner_of.items() if owner == member)
            for member in sorted(set(owner_of.values()))
        }
        if not states or states[-1].assignment != assignment:
            states.append(GroupState(moment, assignment))
    return states


def members_at(periods: Iterable[OwnershipPeriod], moment: float) -> list[Member]:
    """The members at a moment, in ascending order; members without a partition are included."""
    return sorted({period.member for period in periods if period.covers(moment)})


def ownership_gaps(
    periods: Iterable[OwnershipPeriod], partition: int, since: float, until: float
) -> list[OwnershipGap]:
    """The times between ``since`` and ``until`` in which a partition had no owner."""
    periods_of_partition = sorted(
        (period for period in periods if period.partition == partition), key=lambda period: period.began
    )
    gaps, owned_until = [], since
    for period in periods_of_partition:
        if owned_until < period.began <= until:
            gaps.append(OwnershipGap(owned_until, period.began))
        owned_until = max(owned_until, period.ended)
    return [*gaps, OwnershipGap(owned_until, until)] if owned_until < until else gaps


def moved(before: Assignment, after: Assignment) -> int:
    """The number of partitions that have another owner than before."""
    return sum(len(partitions - before.get(member, frozenset())) for member, partitions in after.items())


def moved_needlessly(before: Assignment, after: Assignment) -> int:
    """The number of moved partitions that could have kept their owner.

    With the old owners, each member could still own as many partitions as in ``after``.
    """
    return sum(
        min(len(partitions), len(after[member])) - len(partitions & after[member])
        for member, partitions in before.items()
        if member in after
    )


def ownership_spread(counts: Sequence[int]) -> int:
    """The largest minus the smallest number of partitions that a member owns.

    ``counts`` has the number of partitions of each member.
    """
    return max(counts) - min(counts)


def fairness(shares: Sequence[float]) -> float:
    """Jain's index: 1 if all shares are equal, 1/n if one of n has everything, NaN if all are 0.

    Source: Jain, Chiu and Hawe, A Quantitative Measure of Fairness, DEC-TR-301, 1984.
    """
    squares = len(shares) * sum(share * share for share in shares)
    return sum(shares) ** 2 / squares if squares else nan


def published_ranges(partitions: int, consumers: int) -> list[range] | None:
    """The partitions of each consumer by the published formula; None if no equal division is possible."""
    each, over = divmod(partitions, consumers)
    return None if over else [range(j * each, (j + 1) * each) for j in range(consumers)]


def ranges(partitions: int, consumers: int) -> list[range]:
    """The partitions that Kafka's range rule gives to each consumer, in the order of the consumers."""
    each, over = divmod(partitions, consumers)
    starts = [j * each + min(j, over) for j in range(consumers + 1)]
    return [range(start, end) for start, end in pairwise(starts)]


def follows_range_rule(shares: Sequence[frozenset[int]], partitions: int) -> bool:
    """Whether the members, in their order, own the partitions that Kafka's range rule gives them."""
    return list(shares) == [frozenset(partition_range) for partition_range in ranges(partitions, len(shares))]
