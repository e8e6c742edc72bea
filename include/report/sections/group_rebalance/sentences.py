"""Sentences about the changes of a group, and about the published findings."""

from collections.abc import Iterator, Sequence

from include.rendering.number_format import NO_BREAK, count, significant
from include.rendering.words import enumerated
from include.report.measured_run import MeasuredRun
from include.report.sections.group_rebalance.group_treatments import GroupTreatment, treatments_by_change
from include.report.sections.group_rebalance.message_shares import MessageShare
from include.report.sections.group_rebalance.range_rule import RuleCheck


def change_sentences(run: MeasuredRun, group_treatments: list[GroupTreatment]) -> Iterator[str]:
    """For each change with several assignors: the mean pause of the partitions, and needless moves."""
    for (change, size), treatments in treatments_by_change(group_treatments).items():
        estimates = [
            (treatment, pause.median, moves.median)
            for treatment in treatments
            if (pause := run.estimate(treatment.id, "ownership_pause_mean"))
            and (moves := run.estimate(treatment.id, "moved_needlessly"))
        ]
        if len(estimates) < 2 or not any(treatment.has_change for treatment in treatments):
            continue
        pauses = [
            f"{significant(pause)}{NO_BREAK}s with {treatment.name}" for treatment, pause, _ in estimates
        ]
        moved = [f"{significant(number)} with {treatment.name}" for treatment, _, number in estimates]
        yield (
            f"{change} ({size}): a partition was without an owner for a mean of {enumerated(pauses)}; "
            f"partitions that moved needlessly: {enumerated(moved)} (medians over the valid cells)."
        )


def rule_sentences(checks: Sequence[RuleCheck]) -> Iterator[str]:
    """How often the result of the range assignor agrees with the formula, and with the rounded formula."""
    covered = [check for check in checks if check.is_published]
    others = [check for check in checks if not check.is_published]
    if covered:
        yield (
            "With the range assignor each member owned what the published formula says in "
            f"{_agreeing(covered)} states of groups whose partitions divide evenly among the members."
        )
    if others:
        yield (
            f"The formula does not cover other groups; in {_agreeing(others)} of their states each member "
            "owned consecutive partitions, and each of the first members one more than the others."
        )


def _agreeing(checks: Sequence[RuleCheck]) -> str:
    agreeing, seen = sum(check.agreeing for check in checks), sum(check.states for check in checks)
    return f"all {count(seen)}" if agreeing == seen else f"{count(agreeing)} of {count(seen)}"


def share_sentences(shares: Sequence[MessageShare]) -> Iterator[str]:
    """How groups shared a few messages, and whether they did as published."""
    for share in shares:
        cells = f"in {count(share.cells)} cell{'s' if share.cells > 1 else ''}"
        received = enumerated([count(number) for number in share.received])
        group = (
            "A group of one member"
            if len(share.received) == 1
            else f"A group of {len(share.received)} members"
        )
        messages = f"{count(share.messages)} messages"
        yield f"{group} received {received} of {messages} {cells}{_as_published(share)}."


def _as_published(share: MessageShare) -> str:
    if share.published is None:
        return ""
    return ", as published" if share.received == share.published else ", which differs from the publication"


def key_sentences(run: MeasuredRun, treatments: list[GroupTreatment]) -> Iterator[str]:
    """Whether all messages of a key went to one partition, and arrived in order."""
    names = ("split_keys", "out_of_order", "acked")
    treatments_with_keys = [treatment for treatment in treatments if treatment.settings.keys]
    counts = [[run.counted(treatment.id, name) for name in names] for treatment in treatments_with_keys]
    rows = [row for row in counts if None not in row]
    if not rows:
        return
    split, late, messages = (sum(number or 0 for number in column) for column in zip(*rows, strict=True))
    partitions = (
        f"The messages of {count(split)} keys, counted cell by cell, were in several partitions"
        if split
        else "The messages of each key were in one partition"
    )
    late_messages = count(late) if late else "none"
    yield (
        f"{partitions}; {late_messages} arrived out of order, of {count(messages)} acknowledged messages "
        "with keys."
    )
