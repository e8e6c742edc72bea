"""Tables of what came of it that members of a group came and went."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from include.rendering.estimate import with_interval
from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Column, Group, Row, Table, plain_table
from include.report.run import Run
from include.report.sections.group_rebalance.cells import (
    MOST_SHOWN,
    Subject,
    by_change,
    rows_of,
    subjects,
    tenures,
)
from include.scenarios.group_rebalance.settings import Assignor
from include.verdicts.scenarios.group_rebalance.ownership import states
from include.verdicts.scenarios.group_rebalance.range_rule import follows, published, ranges

MEASURED = (
    ("ownership_pause", Column("longest", "Without an owner, s")),
    ("ownership_pause_mean", Column("mean", "Without an owner, s")),
    ("delivery_gap", Column("longest", "Without a delivery, s")),
    ("delivery_pause_mean", Column("mean", "Without a delivery, s")),
    ("regroup_time", Column("whole again, s")),
    ("moved", Column("moved", "Partitions")),
    ("moved_needlessly", Column("needlessly", "Partitions")),
    ("owned_spread", Column("most less fewest", "Partitions")),
    ("duplicated", Column("delivered again", "Messages")),
    ("fairness", Column("Jain's index", "Messages")),
)

NOTES = (
    "Medians over n repetitions. A partition's time without an owner is that since the first message, as the "
    "consumers tell; without a delivery, the longest between two of its messages from the change on. Longest "
    "and mean are of all partitions. Whole again: from when some partition first had no owner until all had "
    "one.",
    "Needlessly moved are partitions that could have stayed where they were, each member owning as many as "
    "it came to own. Jain's index is 1 where all members are given equally many messages once the group is "
    "whole, and 1/n where one of n is given all.",
)


def change_table(run: Run) -> Table:
    """A row an assignor, under what happens to the group."""
    columns = (Column("Assignor", numeric=False), Column("n"), *(column for _, column in MEASURED))
    groups = tuple(
        Group(tuple(_change_row(run, one) for one in of_one), f"{change}: {size}")
        for (change, size), of_one in by_change(subjects(run)).items()
    )
    return Table("ownership-changes", "What each change did", columns, groups, NOTES)


def _change_row(run: Run, subject: Subject) -> Row:
    found = [run.estimate(subject.id, metric) for metric, _ in MEASURED]
    told = [with_interval(one) if one else DASH for one in found]
    return Row((subject.name, count(len(run.repetitions(subject.id, "sent"))), *told))


@dataclass(frozen=True)
class RuleCheck:
    """How often a range assignor gave so many members what the rule says."""

    members: int
    partitions: int
    states: int
    agreeing: int


def rule_checks(run: Run) -> list[RuleCheck]:
    """Every state of every cell's group held against the rule, by the group's size."""
    seen: Counter[tuple[int, int]] = Counter()
    agreeing: Counter[tuple[int, int]] = Counter()
    for subject in subjects(run):
        if subject.settings.assignor is not Assignor.RANGE:
            continue
        partitions = subject.settings.partitions
        for rows in rows_of(run, subject):
            for state in states(tenures(rows), partitions, since=0.0):
                owned = [state.holdings[member] for member in sorted(state.holdings)]
                seen[len(owned), partitions] += 1
                agreeing[len(owned), partitions] += follows(owned, partitions)
    return [RuleCheck(*size, number, agreeing[size]) for size, number in sorted(seen.items())]


def rule_table(run: Run) -> Table:
    """The formula beside what the range assignor gave."""
    columns = (
        Column("Members that own any"),
        Column("Partitions"),
        Column("N"),
        Column("By the rule, member after member", numeric=False),
        Column("Rule", numeric=False),
        Column("States of the group like this", numeric=False),
    )
    notes = [
        "Members in the order of their ids. As published, consumer j owns the partitions from j·N up to, not "
        "including, (j + 1)·N, where N is the number of partitions divided by that of consumers: that says "
        "something where N is whole. Where it isn't, the range assignor rounds it down, and the first own "
        "one more each."
    ]
    rows = (_rule_row(check) for check in rule_checks(run))
    return plain_table("range-rule", "The formula, and what the range assignor gave", columns, rows, notes)


def _rule_row(check: RuleCheck) -> Row:
    is_published = published(check.partitions, check.members) is not None
    return Row(
        (
            count(check.members),
            count(check.partitions),
            significant(check.partitions / check.members),
            "; ".join(_span(own) for own in ranges(check.partitions, check.members)),
            "as published" if is_published else "rounded",
            f"{count(check.agreeing)} of {count(check.states)}",
        )
    )


def _span(own: range) -> str:
    if not own:
        return DASH
    return str(own[0]) if len(own) == 1 else f"{own[0]}{DASH}{own[-1]}"


@dataclass(frozen=True)
class Sharing:
    """How many of a few messages each member of a group was given, and in how many cells it was so."""

    messages: int
    given: tuple[int, ...]
    cells: int


def sharings(run: Run) -> list[Sharing]:
    """Every way in which a few messages were shared, the most frequent first."""
    found = []
    for subject in subjects(run):
        if subject.settings.messages <= MOST_SHOWN:
            ways = Counter(_given(rows, subject.settings.consumers) for rows in rows_of(run, subject))
            found += [Sharing(subject.settings.messages, given, cells) for given, cells in ways.most_common()]
    return found


def _given(rows: pd.DataFrame, consumers: int) -> tuple[int, ...]:
    messages = rows.groupby("consumer")["messages"].sum()
    return tuple(int(messages.get(consumer, 0)) for consumer in range(consumers))


def sharing_table(run: Run) -> Table:
    """A row for each way in which a group shared a few messages."""
    columns = (
        Column("Members"),
        Column("Messages"),
        Column("Given to each", numeric=False),
        Column("Cells"),
    )
    return plain_table("few-messages", "A few messages, one by one", columns, _sharing_rows(run))


def _sharing_rows(run: Run) -> Iterator[Row]:
    for one in sharings(run):
        given = ", ".join(map(count, one.given))
        yield Row((count(len(one.given)), count(one.messages), given, count(one.cells)))
