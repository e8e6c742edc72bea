"""The published formula beside the partitions that members got from the range assignor."""

from collections import Counter
from dataclasses import dataclass

from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Table
from include.report.measured_run import MeasuredRun
from include.report.sections.group_rebalance.group_treatments import (
    group_treatments,
    ownership_periods,
    ownership_rows,
)
from include.report.tables import ItemColumn, number, table_of, words
from include.scenarios.group_rebalance.settings import Assignor
from include.verdicts.scenarios.group_rebalance import (
    follows_range_rule,
    group_states,
    published_ranges,
    ranges,
)

NOTE = (
    "Members are in the order of their ids. According to the published formula, consumer j owns the "
    "partitions from j·N up to, but not including, (j + 1)·N, where N is the number of partitions divided by "
    "the number of consumers. The formula is meaningful where N is whole. Elsewhere the range assignor "
    "rounds N down, and each of the first members owns one partition more."
)


@dataclass(frozen=True)
class RuleCheck:
    """How many states of groups with so many members agree with the range rule."""

    members: int
    partitions: int
    states: int
    agreeing: int

    @property
    def is_published(self) -> bool:
        """Whether the published formula covers this size."""
        return published_ranges(self.partitions, self.members) is not None


def rule_checks(run: MeasuredRun) -> list[RuleCheck]:
    """Every state of every group with the range assignor compared with the rule, by the size of the group."""
    seen: Counter[tuple[int, int]] = Counter()
    agreeing: Counter[tuple[int, int]] = Counter()
    for treatment in group_treatments(run):
        if treatment.settings.assignor is not Assignor.RANGE:
            continue
        partitions = treatment.settings.partitions
        for rows in ownership_rows(run, treatment):
            for state in group_states(ownership_periods(rows), partitions, since=0.0):
                owned = [state.assignment[member] for member in sorted(state.assignment)]
                seen[len(owned), partitions] += 1
                agreeing[len(owned), partitions] += follows_range_rule(owned, partitions)
    return [RuleCheck(*size, number, agreeing[size]) for size, number in sorted(seen.items())]


def range_rule_table(run: MeasuredRun) -> Table:
    """A row for each size of a group."""
    caption = "The formula, and the result of the range assignor"
    return table_of("range-rule", caption, COLUMNS, rule_checks(run), [NOTE])


def _rule(check: RuleCheck) -> str:
    return "; ".join(map(_partitions, ranges(check.partitions, check.members)))


def _partitions(partitions: range) -> str:
    if not partitions:
        return DASH
    return str(partitions[0]) if len(partitions) == 1 else f"{partitions[0]}{DASH}{partitions[-1]}"


COLUMNS: tuple[ItemColumn[RuleCheck], ...] = (
    number("Members that own any", lambda check: count(check.members)),
    number("Partitions", lambda check: count(check.partitions)),
    number("N", lambda check: significant(check.partitions / check.members)),
    words("By the rule, member after member", _rule),
    words("Rule", lambda check: "as published" if check.is_published else "rounded"),
    words("States of the group like this", lambda check: f"{count(check.agreeing)} of {count(check.states)}"),
)
