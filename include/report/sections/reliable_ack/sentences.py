"""Sentences about the speed and the reliability of reliable ack, and about the published findings."""

from collections.abc import Iterator
from functools import partial

from include.matrix.plan import Treatment
from include.rendering.estimate import with_interval
from include.rendering.number_format import NO_BREAK, count, significant
from include.report.measured_run import MeasuredRun
from include.report.ratios import ratio_by_block
from include.report.sections.reliable_ack.limiting_factors import limiting_factors
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED_RATE,
    SENDING_RATE,
    LossSeries,
    dropped_packets,
    losses_of,
    percentage,
)
from include.report.sections.reliable_ack.published import fall, published_rate
from include.scenarios.reliable_ack.settings import AckLevel, Sending

GOAL = 0.8
"""The share of fire and forget's rate that reliable ack should reach without loss, and of its own rate with
loss."""


def answer_sentences(run: MeasuredRun, series: list[LossSeries]) -> list[str]:
    """Whether reliable ack reached its goals, and whether it was reliable."""
    return [*_goals(run, series), *_reliability(run, series)]


def detail_sentences(run: MeasuredRun, series: list[LossSeries]) -> list[str]:
    """How the rates fell, what was left to the monitor, what pipelining adds, and the packets lost."""
    return [
        *_falls(run, series),
        *_left_to_monitor(run, series),
        *_pipelined(run, series),
        *_packets(run, series),
    ]


def _first_of(
    series: list[LossSeries], level: AckLevel, sending: Sending = Sending.PIPELINED
) -> LossSeries | None:
    return next((one for one in series if one.level is level and one.settings.sending is sending), None)


def _goals(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """Whether reliable ack is about as fast as fire and forget, and remains so with loss."""
    own, others = _first_of(series, AckLevel.RELIABLE_ACK), _first_of(series, AckLevel.FIRE_AND_FORGET)
    if own is None:
        return
    if others:
        yield from _goal(run, (own, 0), (others, 0), "of fire and forget")
    loss = max(own.treatments)
    if loss:
        yield from _goal(run, (own, loss), (own, 0), "that it had without loss")


def _goal(
    run: MeasuredRun, one: tuple[LossSeries, float], other: tuple[LossSeries, float], whose: str
) -> Iterator[str]:
    (own_series, loss), (other_series, other_loss) = one, other
    own, others = own_series.treatments.get(loss), other_series.treatments.get(other_loss)
    if own is None or others is None:
        return
    ratio = ratio_by_block(run.repetitions(own.id, SENDING_RATE), run.repetitions(others.id, SENDING_RATE))
    rates = [found for series, at in (one, other) if (found := series.rate(run, at, SENDING_RATE))]
    if ratio is None or len(rates) < 2:
        return
    is_reached = ratio.median >= GOAL
    where = f"With {loss:g} % of packets lost" if loss else "Without loss"
    yield (
        f"{where}, the producer with reliable ack sent at {with_interval(ratio)} times the rate {whose} "
        f"({' against '.join(significant(rate.mean) for rate in rates)} messages/s): the goal of {GOAL:g} is "
        f"{'reached' if is_reached else 'not reached'}."
        + ("" if is_reached else f" {limiting_factors(run, own, others)}".rstrip())
    )


def _reliability(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """Whether the messages that the monitor confirmed are in the log, and were received."""
    own = [one for line in series if line.settings.has_monitor for one in line.treatments.values()]
    acked, lost, unfinished, sent = (
        sum(run.total(one.id, metric) or 0 for one in own)
        for metric in ("acked", "lost", "unfinished", "sent")
    )
    if not sent:
        return
    received = f"consumers received all but {count(lost)}" if lost else "consumers received all"
    left = f"{count(unfinished)} copies were" if unfinished else "no copy was"
    yield (
        f"Of {count(sent)} messages sent with reliable ack, the monitor confirmed {count(acked)}: "
        f"{_found_in_log(run, own, acked)}, and {received}. When the monitor ended, {left} left unconfirmed."
    )


def _found_in_log(run: MeasuredRun, treatments: list[Treatment], acked: int) -> str:
    """What an independent reader found, in the cells whose log it read."""
    examined = sum(run.examined(one.id, "gone") for one in treatments)
    if not examined:
        return "no independent reader read the log"
    gone = sum(run.total(one.id, "gone") or 0 for one in treatments)
    found = f"{count(gone)} are not in the log" if gone else "all are in the log"
    if examined < acked:
        return f"of {count(examined)} that an independent reader looked up {found}"
    return f"{found}, as an independent reader found"


def _falls(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """How the rate of each level changed, beside the published change."""
    lossy = [loss for loss in losses_of(series) if loss]
    if len(lossy) < 2:
        return
    first, last = lossy[0], lossy[-1]
    changes = []
    for one in series:
        measured = fall(partial(one.rate, run, column=SENDING_RATE), first, last)
        published = fall(partial(published_rate, one), first, last)
        if measured is not None and published is not None:
            changes.append(f"{one.name} {_change(measured)} ({_change(published)} published)")
    if changes:
        yield (
            f"From {first:g} % to {last:g} % of packets lost the producers' rates changed: "
            f"{'; '.join(changes)}."
        )


def _change(fallen: float) -> str:
    """A share by which a rate fell, as a change in percent."""
    return f"{'+' if fallen < 0 else ''}{significant(-fallen * 100, 2)}{NO_BREAK}%"


def _left_to_monitor(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """How many messages a producer with a monitor did not give to its client, which had no room for them."""
    own = _first_of(series, AckLevel.RELIABLE_ACK)
    if own is None:
        return
    shares = [
        f"{percentage(run.total(one.id, 'left_to_monitor') or 0, run.total(one.id, 'sent') or 0)}{NO_BREAK}% "
        f"at {loss:g}{NO_BREAK}%"
        for loss, one in own.treatments.items()
    ]
    yield (
        "A producer with a monitor does not wait for room in its client: it leaves a message for which there "
        "is no room to the monitor, which has a copy. The shares of its messages that were left to the "
        f"monitor, by packet loss: {', '.join(shares)}. A producer that leaves more messages to the monitor "
        "can be faster."
    )


def _pipelined(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """What the paper did not try: brokers confirm messages, and the producer does not wait for each one."""
    own = _first_of(series, AckLevel.RELIABLE_ACK)
    if own is None:
        return
    worst = max(own.treatments)
    own_rate = own.rate(run, worst, CONFIRMED_RATE)
    for level in (AckLevel.REPLICAS, AckLevel.IDEMPOTENT):
        others = _first_of(series, level)
        rate = others.rate(run, worst, CONFIRMED_RATE) if others else None
        if own_rate and others and rate:
            yield (
                "The paper's producers wait for each message that brokers confirm. Without waiting, "
                f"{others.name}, had {significant(rate.mean)} messages/s confirmed at {worst:g} % loss, "
                f"{significant(rate.mean / own_rate.mean, 2)} times as many as reliable ack "
                f"({significant(own_rate.mean)})."
            )
            return


def _packets(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """How many packets were really lost."""
    measured = []
    for loss in losses_of(series):
        pairs = [dropped_packets(run, one.treatments[loss]) for one in series if loss in one.treatments]
        dropped, seen = (sum(column) for column in zip(*pairs, strict=True))
        if loss and seen:
            measured.append(f"{percentage(dropped, seen)} % of {count(seen)} where {loss:g} % were requested")
    if measured:
        yield f"Packets lost, as measured: {', '.join(measured)}."
