"""The published formula and findings on groups, compared with what the members owned and received."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pandas as pd

from include.report.literature import NOT_REPRODUCED, REPRODUCED, claim_sentence
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, Table, number, table_of, words
from include.report.pages.wording import DASH, count, significant
from include.scenarios.group_rebalance.report.group_treatments import (
    FEW_MESSAGES,
    group_treatments,
    ownership_periods,
    ownership_rows,
)
from include.scenarios.group_rebalance.rules import (
    follows_range_rule,
    group_states,
    published_ranges,
    ranges,
)
from include.scenarios.group_rebalance.settings import Assignor

FORMULA = (
    "consumer j owns the partitions from j·N up to, but not including, (j + 1)·N, where N is the number of "
    "partitions divided by the number of consumers"
)

RULE_NOTE = (
    f"Members are in the order of their ids. According to the published formula, {FORMULA}. The formula "
    "applies if N is a whole number. If not, the range assignor rounds N down, and the first members own one "
    "partition more each."
)

SHARE_NOTE = (
    "The publication gives the shares of two groups: in a group of one member, the member receives every "
    "message; if there is a member for each message, each member receives one. A dash means that the "
    "publication does not give the shares of such a group."
)


class RuleCheck(NamedTuple):
    """For groups of one size: how many states were seen, and how many of them follow the range rule."""

    members: int
    partitions: int
    states: int
    agreeing: int

    @property
    def is_published(self) -> bool:
        """Whether the published formula applies to groups of this size."""
        return published_ranges(self.partitions, self.members) is not None


def rule_checks(run: MeasuredRun) -> list[RuleCheck]:
    """The comparison of the groups' states with the range rule, for each size of group.

    It includes every state of every group that uses the range assignor.
    """
    agreements: dict[tuple[int, int], list[bool]] = {}
    for treatment in group_treatments(run):
        partitions = treatment.settings.partitions
        is_range = treatment.settings.assignor is Assignor.RANGE
        for rows in ownership_rows(run, treatment) if is_range else ():
            for state in group_states(ownership_periods(rows), partitions, since=0.0):
                owned_partitions = [state.assignment[member] for member in sorted(state.assignment)]
                of_size = agreements.setdefault((len(owned_partitions), partitions), [])
                of_size.append(follows_range_rule(owned_partitions, partitions))
    return [RuleCheck(*size, len(states), sum(states)) for size, states in sorted(agreements.items())]


def _rule(check: RuleCheck) -> str:
    """The partitions of each member by the range rule, from the first member to the last."""
    return "; ".join(
        DASH.join(map(str, dict.fromkeys((partitions[0], partitions[-1])))) if partitions else DASH
        for partitions in ranges(check.partitions, check.members)
    )


RULE_COLUMNS: tuple[ItemColumn[RuleCheck], ...] = (
    number("Members that own any", lambda check: count(check.members)),
    number("Partitions", lambda check: count(check.partitions)),
    number("N", lambda check: significant(check.partitions / check.members)),
    words("Partitions of each member, by the rule", _rule),
    words("Rule", lambda check: "as published" if check.is_published else "rounded"),
    words(
        "States that agree with the rule", lambda check: f"{count(check.agreeing)} of {count(check.states)}"
    ),
)


class MessageShare(NamedTuple):
    """A distribution of messages over a group's members, and the number of cells with this distribution."""

    messages: int
    received: tuple[int, ...]
    cells: int

    @property
    def published(self) -> tuple[int, ...] | None:
        """The published distribution; None unless the group has one member or as many members as messages."""
        return {1: (self.messages,), self.messages: (1,) * self.messages}.get(len(self.received))

    @property
    def agreement(self) -> str:
        """Whether the distribution is as published: ``yes`` or ``no``; a dash if none was published."""
        if self.published is None:
            return DASH
        return "yes" if self.received == self.published else "no"


def message_shares(run: MeasuredRun) -> list[MessageShare]:
    """Every distribution of up to ``FEW_MESSAGES`` messages over the members of a group.

    For each treatment, the most frequent distribution is first.
    """
    short = [treatment for treatment in group_treatments(run) if treatment.settings.messages <= FEW_MESSAGES]
    return [
        MessageShare(treatment.settings.messages, share, cells)
        for treatment in short
        for share, cells in Counter(
            _received(rows, treatment.settings.consumers) for rows in ownership_rows(run, treatment)
        ).most_common()
    ]


def _received(rows: pd.DataFrame, consumers: int) -> tuple[int, ...]:
    messages = rows.groupby("consumer")["messages"].sum()
    return tuple(int(messages.get(consumer, 0)) for consumer in range(consumers))


def _numbers(numbers: Sequence[int]) -> str:
    return ", ".join(map(count, numbers))


SHARE_COLUMNS: tuple[ItemColumn[MessageShare], ...] = (
    number("Members", lambda share: count(len(share.received))),
    number("Messages", lambda share: count(share.messages)),
    words("Received by each", lambda share: _numbers(share.received)),
    words(
        "Published, received by each",
        lambda share: _numbers(share.published) if share.published else DASH,
    ),
    words("As published", lambda share: share.agreement),
    number("Cells", lambda share: count(share.cells)),
)


def finding_tables(run: MeasuredRun) -> list[Table]:
    """A table with a row for each size of a group, and a table with a row for each ``MessageShare``."""
    rule, shares = "The published formula and the result of the range assignor", message_shares(run)
    return [
        table_of("range-rule", rule, RULE_COLUMNS, rule_checks(run), [RULE_NOTE]),
        table_of("few-messages", "A few messages, one by one", SHARE_COLUMNS, shares, [SHARE_NOTE]),
    ]


def finding_sentences(run: MeasuredRun) -> Iterator[str]:
    """Yield sentences that say whether the range assignor follows the published formula.

    Another sentence says whether the messages of each key were in one partition and arrived in order.
    """
    checks = rule_checks(run)
    covered = [check for check in checks if check.is_published]
    if covered:
        clause = (
            "with the range assignor, each member owned the partitions of the formula in "
            f"{_agreeing(covered)} states of groups whose partitions can be divided equally among the "
            "members that own any"
        )
        is_reproduced = all(check.agreeing == check.states for check in covered)
        conclusion = REPRODUCED if is_reproduced else f"{NOT_REPRODUCED} in every state"
        yield claim_sentence(FORMULA, clause, conclusion)
    if others := [check for check in checks if not check.is_published]:
        yield (
            f"The formula does not cover other groups; in {_agreeing(others)} of their states, each member "
            "owned consecutive partitions, and the first members owned one partition more than the others."
        )
    yield from _key_sentences(run)


def _agreeing(checks: Sequence[RuleCheck]) -> str:
    agreeing, states = sum(check.agreeing for check in checks), sum(check.states for check in checks)
    return f"all {count(states)}" if agreeing == states else f"{count(agreeing)} of {count(states)}"


def _key_sentences(run: MeasuredRun) -> Iterator[str]:
    """A sentence about whether all messages of a key went to one partition and arrived in order."""
    with_keys = [treatment.id for treatment in group_treatments(run) if treatment.settings.keys]
    metrics = ("split_keys", "out_of_order", "acked")
    rows = [[run.counted(treatment, metric) for metric in metrics] for treatment in with_keys]
    known_rows = [row for row in rows if None not in row]
    if not known_rows:
        return
    split, late, messages = (
        sum(number or 0 for number in column) for column in zip(*known_rows, strict=True)
    )
    partitions = (
        f"The messages of {count(split)} keys (a key counts once in each cell) were in several partitions"
        if split
        else "The messages of each key were in one partition"
    )
    yield (
        f"{partitions}; of {count(messages)} acknowledged messages with keys, "
        f"{count(late) if late else 'none'} arrived out of order."
    )
