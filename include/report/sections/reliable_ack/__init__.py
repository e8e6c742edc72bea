"""Reliable ack on a lossy network: can a producer that does not wait be made reliable?"""

from dataclasses import replace

from include.rendering.blocks import Charts
from include.rendering.chart_layout import Chart
from include.rendering.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, RED, Look
from include.rendering.series_chart import ChartSeries, Point, SeriesPanel, series_chart
from include.rendering.wording import significant
from include.report.measured_run import MeasuredRun
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED_RATE,
    SENDING_RATE,
    LossSeries,
    loss_series,
    published_rate,
    rate_of,
    tables,
)
from include.report.sections.reliable_ack.sentences import answer_sentences
from include.report.sections.section import Question, ReportSection, SectionRecord, of_scenario, section
from include.report.treatment_chart import marked_repetitions
from include.report.treatments.groups import levels_of
from include.scenarios.reliable_ack import AckLevel, Sending

LOOKS: dict[AckLevel, Look] = {
    AckLevel.FIRE_AND_FORGET: ORANGE,
    AckLevel.RELIABLE_ACK: RED,
    AckLevel.LEADER: NEUTRAL,
    AckLevel.REPLICAS: BLUE,
    AckLevel.IDEMPOTENT: GREEN,
    AckLevel.EXACTLY_ONCE: PINK,
}
"""The semantics does not distinguish the levels: three of them are at-least-once."""

NOTE = "Thick lines join means; a mark is a repetition. A dotted line: one message at a time."

SENDING_CAPTION = "Producer's throughput by packet loss, messages/s, logarithmic"

DIFFERENCES = (
    "As in the paper, the monitor stands beside the brokers: copies cross the producer's lossy network too, "
    "and retransmissions do not. Unlike in the paper, the brokers are not patched: programs "
    "beside the brokers read the messages that these hand out, and report them to the monitor. A broker "
    "hands out only messages that all in-sync replicas have, so that a receipt here says more than one of "
    "the paper's leader. A receipt does not expire, while it was a ZooKeeper node of ten minutes in the "
    "paper, and its way to the monitor is not lossy."
)


def rate_charts(run: MeasuredRun, series: list[LossSeries]) -> list[Chart]:
    """Charts of the rates at which messages were confirmed, and at which producers sent them."""
    acknowledged = [line for line in series if not line.settings.traits.is_acknowledged_by_client]
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
    """The line of the paper; without points where the paper does not have this way to send."""
    title = f"{series.name}, published: {{}} messages/s"
    points = [
        Point(loss, rate.mean, title.format(significant(rate.mean, 4)), is_hollow=True)
        for loss in series.by_level
        if (rate := published_rate(series, loss))
    ]
    return ChartSeries("", replace(LOOKS[series.settings.level], dash="dashed"), points, size=7, width=1.2)


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


RECORD = SectionRecord("reliable_ack", of_scenario("reliable_ack"), _build, Question.SCENARIO)
