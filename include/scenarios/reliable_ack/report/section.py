"""Reliable ack on a lossy network: can a producer that does not wait be made reliable?"""

from collections.abc import Iterator
from dataclasses import replace

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts
from include.report.pages.chart_layout import Chart
from include.report.pages.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, RED, Look
from include.report.pages.series_chart import ChartSeries, Point, SeriesPanel, series_chart
from include.report.pages.wording import count, number_word, significant
from include.report.sections.section import Question, ReportSection, SectionRecord, always, section
from include.report.treatment_chart import marked_repetitions
from include.report.treatments.groups import levels_of
from include.report.treatments.paired_comparisons import compared, in_words
from include.scenarios.reliable_ack.report.packet_loss_series import (
    CONFIRMED_RATE,
    SENDING_RATE,
    LossSeries,
    loss_series,
    published_rate,
    rate_of,
    tables,
)
from include.scenarios.reliable_ack.settings import AckLevel, Sending

LOOKS: dict[AckLevel, Look] = {
    AckLevel.FIRE_AND_FORGET: ORANGE,
    AckLevel.RELIABLE_ACK: RED,
    AckLevel.LEADER: NEUTRAL,
    AckLevel.REPLICAS: BLUE,
    AckLevel.IDEMPOTENT: GREEN,
    AckLevel.EXACTLY_ONCE: PINK,
}
"""The look of each ``AckLevel``. The looks of the semantics cannot be used, because three levels have the
same semantics, at-least-once."""

NOTE = (
    "Thick lines join means; a mark is a repetition. A dotted line belongs to a producer that sends one "
    "message at a time."
)

SENDING_CAPTION = "Producer's throughput by packet loss, messages/s, logarithmic"

DIFFERENCES = (
    "As in the paper, the monitor runs next to the brokers: copies cross the producer's lossy network too, "
    "but retransmissions do not. Unlike in the paper, the brokers are not patched: programs next to the "
    "brokers fetch the messages, and report them to the monitor. A broker delivers only messages that all "
    "in-sync replicas have; therefore a receipt here proves more than a receipt from the paper's leader. A "
    "receipt does not expire; in the paper, it was a ZooKeeper node that expired after ten minutes. The "
    "network between these programs and the monitor is not lossy."
)


GOAL = 0.8
"""The share of a reference rate that reliable ack should reach. Without loss, the reference is fire and
forget; with loss, the reference is reliable ack without loss."""

NOT_WAITING = (AckLevel.FIRE_AND_FORGET, AckLevel.RELIABLE_ACK)

VOID = (
    "In this run packets were dropped in the network namespace of their sender. TCP learns of such a drop "
    "and sends the packet again at once, unlike after a loss in a network. Therefore the statements of this "
    "report about packet loss are not valid."
)


def rate_charts(run: MeasuredRun, series: list[LossSeries]) -> list[Chart]:
    """Charts of the rates at which messages were confirmed, and at which producers sent them."""
    acknowledged = [line for line in series if not line.settings.traits.delivery.is_acknowledged_by_client]
    confirmed = [_measured(run, line, CONFIRMED_RATE) for line in acknowledged]
    sent = [
        drawn_line for line in series for drawn_line in (_measured(run, line, SENDING_RATE), _published(line))
    ]
    losses = {loss: f"{loss:g}" for loss in levels_of(series)}
    axis = "packets lost, %"
    return [
        series_chart(identity, caption, [SeriesPanel(chart_series, "", losses)], 380, axis, ("y",), note=note)
        for identity, caption, chart_series, note in (
            ("rack-confirmation", "Confirmed messages/s by packet loss, logarithmic", confirmed, NOTE),
            ("rack-sending", SENDING_CAPTION, sent, f"{NOTE} Thin and dashed: as published."),
        )
    ]


def _measured(run: MeasuredRun, series: LossSeries, column: str) -> ChartSeries:
    def title(value: float) -> str:
        return f"{series.name}, one repetition: {significant(value, 4)} messages/s"

    repetitions = [
        Point(loss, value, mark)
        for loss, treatment in series.by_level.items()
        for value, mark in marked_repetitions(run, treatment, column, title)
    ]
    points = [
        Point(loss, rate.mean, f"{series.name}\n{loss:g} % lost: {significant(rate.mean, 4)} messages/s")
        for loss in series.by_level
        if (rate := rate_of(run, series, loss, column))
    ]
    is_one_by_one = series.settings.sending is Sending.ONE_BY_ONE
    look = replace(LOOKS[series.settings.level], dash="dotted" if is_one_by_one else "solid")
    return ChartSeries(series.name, look, points, size=10, width=3, repetitions=repetitions)


def _published(series: LossSeries) -> ChartSeries:
    """The paper's rates for a series; the result has no points if the paper did not measure the series."""
    title = f"{series.name}, published: {{}} messages/s"
    points = [
        Point(loss, rate.mean, title.format(significant(rate.mean, 4)), is_hollow=True)
        for loss in series.by_level
        if (rate := published_rate(series, loss))
    ]
    return ChartSeries("", replace(LOOKS[series.settings.level], dash="dashed"), points, size=7, width=1.2)


def answer_sentences(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    """Yield sentences about confirmed messages, and about the goals and the reliability of reliable ack."""
    lossy = [treatment for line in series for loss, treatment in line.by_level.items() if loss]
    measured_treatments = [treatment for treatment in lossy if run.total(treatment.id, "sent")]
    if any(run.total(treatment.id, "segments_retransmitted") is None for treatment in measured_treatments):
        yield VOID
    reliable_ack = _first_of(series, AckLevel.RELIABLE_ACK)
    if reliable_ack:
        yield from _confirmed(run, series, reliable_ack)
        yield from _goals(run, reliable_ack, _first_of(series, AckLevel.FIRE_AND_FORGET))
    yield from _reliability(run, [line for line in series if line.settings.traits.delivery.has_monitor])


def _first_of(series: list[LossSeries], level: AckLevel) -> LossSeries | None:
    pipelined = (line for line in series if line.settings.sending is Sending.PIPELINED)
    return next((line for line in pipelined if line.settings.level is level), None)


def _confirmed(run: MeasuredRun, series: list[LossSeries], reliable_ack: LossSeries) -> Iterator[str]:
    worst = max(reliable_ack.by_level)
    waiting = (line for line in series if line.settings.level not in NOT_WAITING)
    differences = compared(
        run,
        [line for line in waiting if worst in line.by_level],
        lambda line: (reliable_ack.by_level[worst], line.by_level[worst], CONFIRMED_RATE),
    )
    ratios = [
        f"{in_words(difference)} times the rate with {line.name}"
        for line, difference in differences
        if difference.estimate is not None
    ]
    rate = rate_of(run, reliable_ack, worst, CONFIRMED_RATE)
    if worst and ratios and rate:
        yield (
            f"With {worst:g} % of packets lost, the monitor of reliable ack confirmed "
            f"{significant(rate.mean)} messages/s: {'; '.join(ratios)}."
        )


def _goals(run: MeasuredRun, reliable_ack: LossSeries, fire_and_forget: LossSeries | None) -> Iterator[str]:
    """Yield sentences that say whether reliable ack reaches its goals.

    There is a goal without packet loss, and a goal with the highest packet loss.
    """
    by_loss, others = reliable_ack.by_level, fire_and_forget.by_level if fire_and_forget else {}
    if 0 not in by_loss:
        return
    goals = [(by_loss[0], others[0], "of fire and forget")] if 0 in others else []
    if worst := max(by_loss):
        goals.append((by_loss[worst], by_loss[0], "that it had without loss"))
    differences = compared(run, goals, lambda goal: (goal[0], goal[1], SENDING_RATE))
    for (treatment, _, whose), difference in differences:
        where = "Without loss" if treatment is by_loss[0] else f"With {worst:g} % of packets lost"
        if difference.low_corrected is None or difference.high_corrected is None:
            if difference.pairs:
                pairs = number_word(difference.pairs)
                yield f"{where}, {pairs} pairs are too few for a conclusion on the goal of {GOAL:g}."
            continue
        outcome = "may be reached"
        if difference.low_corrected >= GOAL:
            outcome = "is reached"
        elif difference.high_corrected < GOAL:
            outcome = "is not reached"
        yield (
            f"{where}, the producer with reliable ack sent at {in_words(difference)} times the rate {whose}: "
            f"the goal of {GOAL:g} {outcome}."
        )


def _reliability(run: MeasuredRun, series: list[LossSeries]) -> Iterator[str]:
    treatments = [treatment for line in series for treatment in line.by_level.values()]
    counts = {
        metric: [run.counted(treatment.id, metric) for treatment in treatments]
        for metric in ("sent", "acked", "lost", "unfinished")
    }
    sent, acked, lost, unfinished = (sum(number or 0 for number in of) for of in counts.values())
    if not sent:
        return
    received = f"consumers received all but {count(lost)}" if lost else "consumers received all"
    left = f"{count(unfinished)} copies were" if unfinished else "no copy was"
    yield (
        f"Of {count(sent)} messages sent with reliable ack, the monitor confirmed {count(acked)}: "
        f"{_found_in_log(run, treatments, acked)}{'' if None in counts['lost'] else f', and {received}'}."
        f"{'' if None in counts['unfinished'] else f' When the monitor ended, {left} left unconfirmed.'}"
    )


def _found_in_log(run: MeasuredRun, treatments: list[Treatment], acked: int) -> str:
    examined_messages = sum(run.examined(treatment.id, "gone") for treatment in treatments)
    if not examined_messages:
        return "no independent reader read the log"
    gone = sum(run.counted(treatment.id, "gone") or 0 for treatment in treatments)
    text = f"{count(gone)} are not in the log" if gone else "all are in the log"
    if examined_messages < acked:
        return f"of {count(examined_messages)} that an independent reader looked up {text}"
    return f"{text}, as an independent reader found"


def _build(run: MeasuredRun) -> ReportSection:
    series = loss_series(run.plan)
    first, *further = rate_charts(run, series)
    return section(
        "rack",
        "Reliable ack on a lossy network",
        DIFFERENCES,
        Charts(further),
        *tables(run, series),
        answer=answer_sentences(run, series),
        evidence=[Charts([first])],
    )


SECTION = SectionRecord("reliable_ack", always, _build, Question.SCENARIO)
