"""Did a semantics keep its promise? What each promises, and the rule by which a cell is judged.

At most once promises no duplicate, at least once no loss, exactly once neither, nor a message of an aborted
transaction; an idempotent producer adds order within a partition. None may deliver what was never sent.
Source: https://kafka.apache.org/documentation/#semantics
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from include.scenarios.semantics import Semantics


class Verdict(StrEnum):
    """From best to worst."""

    KEPT = "kept"
    UNPROVEN = "unproven"
    BROKEN = "broken"


@dataclass(frozen=True)
class Rule:
    """What must not happen, by the names of the metrics; each can only be seen where something chanced it."""

    violation: str
    chances: str


LOST = Rule("lost", chances="acked")
DUPLICATED = Rule("duplicated", chances="received")
OUT_OF_ORDER = Rule("out_of_order", chances="received")
ABORTED_SEEN = Rule("aborted_seen", chances="received")
PHANTOM = Rule("phantom", chances="received")

RULES: dict[Semantics, tuple[Rule, ...]] = {
    Semantics.AT_MOST_ONCE: (DUPLICATED, PHANTOM),
    Semantics.AT_LEAST_ONCE: (LOST, PHANTOM),
    Semantics.IDEMPOTENT: (LOST, DUPLICATED, OUT_OF_ORDER, PHANTOM),
    Semantics.EXACTLY_ONCE: (LOST, DUPLICATED, OUT_OF_ORDER, ABORTED_SEEN, PHANTOM),
}


def judge(semantics: Semantics, metrics: Mapping[str, float | None]) -> Verdict:
    """The verdict over a cell, from its counts of messages.

    One violation breaks the promise. Without any it is kept, unless nothing chanced one: messages whose fate
    is unknown prove nothing, neither way.
    """
    rules = RULES[semantics]
    if any(metrics[rule.violation] for rule in rules):
        return Verdict.BROKEN
    return Verdict.KEPT if all(metrics[rule.chances] for rule in rules) else Verdict.UNPROVEN


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Over several cells the worst verdict wins; over none, nothing is proven."""
    ranked = list(Verdict)
    return max(verdicts, key=ranked.index, default=Verdict.UNPROVEN)
