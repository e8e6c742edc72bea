"""What became of a group's partitions: who owned them, what moved, what stood still, and how fair it was.

Times may be in any unit, as long as it is one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf, nan

Member = tuple[int, int]
"""A consumer's place in its group, and which attempt at being that consumer it is."""

Holdings = Mapping[Member, frozenset[int]]
"""The partitions of each member that owns any."""


@dataclass(frozen=True)
class Tenure:
    """A time in which a member owned a partition; or, without one, was there and owned none."""

    member: Member
    partition: int | None
    began: float
    ended: float = inf

    def covers(self, moment: float) -> bool:
        """Whether it was so at that moment."""
        return self.began <= moment < self.ended


@dataclass(frozen=True)
class State:
    """From when on each partition was owned, and by whom; what idle members there were isn't part of it."""

    since: float
    holdings: Holdings


@dataclass(frozen=True)
class Gap:
    """A time in which nobody owned a partition."""

    began: float
    ended: float


def owners(tenures: Iterable[Tenure], moment: float) -> dict[int, Member]:
    """Each partition's owner; of several who think that they are, the one who began last."""
    ordered = sorted((one for one in tenures if one.covers(moment)), key=lambda one: one.began)
    return {one.partition: one.member for one in ordered if one.partition is not None}


def states(tenures: Sequence[Tenure], partitions: int, since: float) -> list[State]:
    """Every way, one after another, in which all partitions were owned; each differs from that before it."""
    changes = {moment for one in tenures for moment in (one.began, one.ended) if since < moment < inf}
    found: list[State] = []
    for moment in sorted({since, *changes}):
        owned = owners(tenures, moment)
        if len(owned) < partitions:
            continue
        holdings = {
            member: frozenset(one for one, its in owned.items() if its == member)
            for member in sorted(set(owned.values()))
        }
        if not found or found[-1].holdings != holdings:
            found.append(State(moment, holdings))
    return found


def present(tenures: Iterable[Tenure], moment: float) -> list[Member]:
    """The members that were there, idle ones too, in the order of their places."""
    return sorted({one.member for one in tenures if one.covers(moment)})


def gaps(tenures: Iterable[Tenure], partition: int, since: float, until: float) -> list[Gap]:
    """The times between two moments in which nobody owned a partition."""
    own = sorted((one for one in tenures if one.partition == partition), key=lambda one: one.began)
    found, owned_until = [], since
    for one in own:
        if owned_until < one.began <= until:
            found.append(Gap(owned_until, one.began))
        owned_until = max(owned_until, one.ended)
    return [*found, Gap(owned_until, until)] if owned_until < until else found


def moved(before: Holdings, after: Holdings) -> int:
    """Partitions that another member owns than before."""
    return sum(len(partitions - before.get(member, frozenset())) for member, partitions in after.items())


def moved_needlessly(before: Holdings, after: Holdings) -> int:
    """Those of them that could have stayed where they were, each member owning as many as it does now."""
    return sum(
        min(len(its), len(after[member])) - len(its & after[member])
        for member, its in before.items()
        if member in after
    )


def spread(owned: Sequence[int]) -> int:
    """The most partitions that a member owns, less the fewest; ``owned`` are the members' numbers of them."""
    return max(owned) - min(owned)


def fairness(shares: Sequence[float]) -> float:
    """Jain's index: 1 where all have the same, 1/n where one of n has everything; NaN where there is nothing.

    Source: Jain, Chiu and Hawe, A Quantitative Measure of Fairness, DEC-TR-301, 1984.
    """
    squares = len(shares) * sum(share * share for share in shares)
    return sum(shares) ** 2 / squares if squares else nan
