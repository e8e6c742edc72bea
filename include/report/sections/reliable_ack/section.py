"""The section of a run on a lossy network: can a producer that doesn't wait be made reliable?"""

from collections.abc import Iterator
from functools import partial

from include.rendering.estimate import with_interval
from include.rendering.number_format import NO_BREAK, count, significant
from include.report.run import Run
from include.report.section import Section
from include.report.sections.cost.cost import ratio_by_block
from include.report.sections.reliable_ack.chart import rack_charts
from include.report.sections.reliable_ack.limits import limits
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED,
    SENDING,
    Line,
    lines_of,
    losses_of,
    lost_packets,
    percent,
)
from include.report.sections.reliable_ack.published import fall, published
from include.report.sections.reliable_ack.tables import rack_tables
from include.scenarios.reliable_ack.settings import Level, Sending

GOAL = 0.8
"""Of fire and forget's rate that reliable ack should have without loss, and of its own under loss."""

DIFFERENCES = (
    "As in the paper the monitor stands beside the brokers: copies cross the producer's lossy network too, "
    "and retransmissions don't. Otherwise than there, brokers are not patched: beside each, a program "
    "follows what the broker hands out of its log, and reports it to the monitor. A broker hands out what "
    "all in-sync replicas have, so that a receipt here says more than that of the paper's leader. It has no "
    "lifetime, where there it was a ZooKeeper node of ten minutes, and its way is not lossy."
)


def rack_section(run: Run) -> Section | None:
    """The section; None where the run is about something else, or nothing of it was measured."""
    lines = lines_of(run.plan)
    if not lines or run.cells.empty:
        return None
    return Section(
        "rack",
        "Reliable ack on a lossy network",
        answer=[*_goals(run, lines), *_reliability(run, lines)],
        paragraphs=[
            *_falls(run, lines),
            *_left(run, lines),
            *_pipelined(run, lines),
            *_packets(run, lines),
            DIFFERENCES,
        ],
        tables=rack_tables(run),
        charts=rack_charts(run),
    )


def _line(lines: list[Line], level: Level, sending: Sending = Sending.PIPELINED) -> Line | None:
    """The first of a level."""
    return next((one for one in lines if one.level is level and one.settings.sending is sending), None)


def _goals(run: Run, lines: list[Line]) -> Iterator[str]:
    """Whether reliable ack is about as fast as fire and forget, and stays so; and what limits it, if not."""
    ours, theirs = _line(lines, Level.RELIABLE_ACK), _line(lines, Level.FIRE_AND_FORGET)
    if ours is None:
        return
    if theirs:
        yield from _goal(run, (ours, 0), (theirs, 0), "fire and forget's")
    for loss in list(ours.treatments)[-1:]:
        if loss:
            yield from _goal(run, (ours, loss), (ours, 0), "its own without loss")


def _goal(run: Run, one: tuple[Line, float], other: tuple[Line, float], whose: str) -> Iterator[str]:
    (ours, loss), (theirs, without) = one, other
    if loss not in ours.treatments or without not in theirs.treatments:
        return
    mine, its = ours.treatments[loss], theirs.treatments[without]
    ratio = ratio_by_block(run.repetitions(mine.id, SENDING), run.repetitions(its.id, SENDING))
    rates = ours.spread(run, loss, SENDING), theirs.spread(run, without, SENDING)
    if ratio is None or None in rates:
        return
    is_reached = ratio.median >= GOAL
    told = " against ".join(significant(rate.mean) for rate in rates if rate)
    where = f"With {loss:g} % of packets lost" if loss else "Without loss"
    verdict = "reached" if is_reached else "not reached"
    yield (
        f"{where}, reliable ack's producer sent at {with_interval(ratio)} times the rate that was {whose} "
        f"({told} messages/s): the {GOAL:g} that were asked for are {verdict}."
        + ("" if is_reached else f" {limits(run, mine, its)}".rstrip())
    )


def _reliability(run: Run, lines: list[Line]) -> Iterator[str]:
    """Whether what reliable ack's monitor has confirmed is in the log."""
    own = [treatment for line in lines if line.settings.has_monitor for treatment in line.treatments.values()]
    acked, gone, lost, unfinished, sent = (
        sum(run.total(one.id, metric) or 0 for one in own)
        for metric in ("acked", "gone", "lost", "unfinished", "sent")
    )
    if not sent:
        return
    found = "all are in the log" if not gone else f"{count(gone)} are not in the log"
    left = (
        "no copy was left unconfirmed"
        if not unfinished
        else f"{count(unfinished)} copies were left unconfirmed"
    )
    yield (
        f"Of {count(sent)} messages that reliable ack sent, its monitor confirmed {count(acked)}: {found}, "
        f"as an independent reader saw, and consumers received all{f' but {count(lost)}' if lost else ''}. "
        f"When it ended, {left}."
    )


def _falls(run: Run, lines: list[Line]) -> Iterator[str]:
    """What was reproduced: how each level's rate fell, beside the published."""
    lossy = [loss for loss in losses_of(lines) if loss]
    if len(lossy) < 2:
        return
    first, last = lossy[0], lossy[-1]
    told = []
    for line in lines:
        measured = fall(partial(line.spread, run, column=SENDING), first, last)
        paper = fall(partial(published, line), first, last)
        if measured is not None and paper is not None:
            told.append(f"{line.name} {_change(measured)} ({_change(paper)} published)")
    if told:
        yield f"From {first:g} % to {last:g} % of packets lost producers' rates changed: {'; '.join(told)}."


def _change(fallen: float) -> str:
    """A share by which something fell, as what it changed by."""
    return f"{'+' if fallen < 0 else ''}{significant(-fallen * 100, 2)}{NO_BREAK}%"


def _left(run: Run, lines: list[Line]) -> Iterator[str]:
    """How many messages a producer with a monitor didn't give to its client, which had no room for them."""
    ours = _line(lines, Level.RELIABLE_ACK)
    if ours is None:
        return
    shares = [
        f"{percent(run.total(one.id, 'left_to_monitor') or 0, run.total(one.id, 'sent') or 0)}{NO_BREAK}% at "
        f"{loss:g}{NO_BREAK}%"
        for loss, one in ours.treatments.items()
    ]
    yield (
        "A producer with a monitor doesn't wait for room: what its client can't take it leaves to the "
        f"monitor, which has a copy. Of its messages that were {', '.join(shares)} of packets lost; so it "
        "may be the faster the more are lost."
    )


def _pipelined(run: Run, lines: list[Line]) -> Iterator[str]:
    """What the paper didn't try: not to wait for each confirmation, and yet to be confirmed by brokers."""
    ours = _line(lines, Level.RELIABLE_ACK)
    if ours is None:
        return
    worst = max(ours.treatments)
    rack = ours.spread(run, worst, CONFIRMED)
    for level in (Level.REPLICAS, Level.IDEMPOTENT):
        theirs = _line(lines, level)
        confirmed = theirs.spread(run, worst, CONFIRMED) if theirs else None
        if rack and theirs and confirmed:
            yield (
                f"The paper's producers wait for each message. One that doesn't, and lets brokers confirm: "
                f"at {worst:g} % loss {theirs.name} had {significant(confirmed.mean)} messages/s confirmed, "
                f"{significant(confirmed.mean / rack.mean, 2)} times as many as reliable ack "
                f"({significant(rack.mean)})."
            )
            return


def _packets(run: Run, lines: list[Line]) -> Iterator[str]:
    """How many packets were really lost."""
    told = []
    for loss in losses_of(lines):
        pairs = [lost_packets(run, line.treatments[loss]) for line in lines if loss in line.treatments]
        lost, seen = (sum(column) for column in zip(*pairs, strict=True))
        if loss and seen:
            told.append(f"{percent(lost, seen)} % of {count(seen)} where {loss:g} % were asked for")
    if told:
        yield f"Packets lost, as read back: {', '.join(told)}."
