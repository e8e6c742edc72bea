"""Sentences about who owned what, only from what was measured."""

from collections.abc import Iterator, Sequence

from include.rendering.number_format import NO_BREAK, count, significant
from include.report.run import Run
from include.report.sections.group_rebalance.cells import Subject, by_change
from include.report.sections.group_rebalance.tables import RuleCheck, Sharing
from include.verdicts.scenarios.group_rebalance.range_rule import published


def change_sentences(run: Run, found: list[Subject]) -> Iterator[str]:
    """For each change that several assignors met: how long partitions stood still, what moved needlessly."""
    for (change, size), of_one in by_change(found).items():
        estimates = [
            (one, pause.median, moves.median)
            for one in of_one
            if (pause := run.estimate(one.id, "ownership_pause_mean"))
            and (moves := run.estimate(one.id, "moved_needlessly"))
        ]
        if len(estimates) < 2 or not any(one.settings.faults for one in of_one):
            continue
        still = _listed([f"{significant(pause)}{NO_BREAK}s with {one.name}" for one, pause, _ in estimates])
        needless = _listed([count(number) for *_, number in estimates])
        yield (
            f"{change} ({size}): in the mean of all partitions nobody owned one for {still}; {needless} "
            "moved needlessly."
        )


def rule_sentences(checks: Sequence[RuleCheck]) -> Iterator[str]:
    """How often the range assignor gave what the formula says, and how often what became of it."""
    even = [one for one in checks if published(one.partitions, one.members) is not None]
    others = [one for one in checks if one not in even]
    if even:
        yield (
            f"With the range assignor each member owned what the published formula says in {_agreeing(even)} "
            "states of a group whose partitions divide evenly among its members."
        )
    if others:
        yield (
            f"Where they don't, the formula says nothing; in {_agreeing(others)} such states each owned "
            "partitions in a row, and the first members one more."
        )


def _agreeing(checks: Sequence[RuleCheck]) -> str:
    agreeing, seen = sum(one.agreeing for one in checks), sum(one.states for one in checks)
    return f"all {count(seen)}" if agreeing == seen else f"{count(agreeing)} of {count(seen)}"


def sharing_sentences(found: Sequence[Sharing]) -> Iterator[str]:
    """Whether a group of one was given every message, and each of as many members as messages one of them."""
    for one in found:
        members = len(one.given)
        who = "A group of one" if members == 1 else f"A group of {members}"
        cells = f"in {count(one.cells)} cell{'s' if one.cells > 1 else ''}"
        given = _listed([count(number) for number in one.given])
        yield f"{who} was given {given} of {count(one.messages)} messages {cells}{_as_published(one)}."


def _as_published(one: Sharing) -> str:
    """Published are a group of one, and a group of as many members as there are messages."""
    expected = {1: (one.messages,), one.messages: (1,) * one.messages}.get(len(one.given))
    if expected is None:
        return ""
    return ", as published" if one.given == expected else ", otherwise than published"


def key_sentences(run: Run, found: list[Subject]) -> Iterator[str]:
    """Whether keys kept their partitions, and their messages the order."""
    keyed = [one for one in found if one.settings.keys]
    if not keyed:
        return
    split, late, messages = (
        sum(run.total(one.id, name) or 0 for one in keyed) for name in ("split_keys", "out_of_order", "acked")
    )
    kept = f"{count(split)} keys were in several partitions" if split else "Each key kept its partition"
    order = count(late) if late else "none"
    yield f"{kept}; of {count(messages)} messages with keys {order} came out of order."


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
