"""Charts of rates by packet loss: a line for each way to send, beside the paper's line."""

from collections.abc import Sequence
from dataclasses import replace

from include.rendering.chart import Chart
from include.rendering.number_format import significant
from include.rendering.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, RED, Look
from include.report.charts import ChartSeries, Point, SeriesPanel, marked_repetitions, series_chart
from include.report.measured_run import MeasuredRun
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED_RATE,
    SENDING_RATE,
    LossSeries,
    losses_of,
    published_rate,
)
from include.scenarios.reliable_ack.settings import AckLevel, Sending

HEIGHT = 380

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
PUBLISHED_NOTE = " Thin and dashed: as published."


def rate_charts(run: MeasuredRun, series: list[LossSeries]) -> list[Chart]:
    """How fast messages were confirmed, and how fast the producers sent them."""
    losses = {loss: f"{loss:g}" for loss in losses_of(series)}
    confirmed = [
        _measured(run, line, CONFIRMED_RATE) for line in series if not line.is_acknowledged_by_client
    ]
    sent = [drawn for line in series for drawn in (_measured(run, line, SENDING_RATE), *_published(line))]
    return [
        _chart(
            "rack-confirmation", "Confirmed messages/s by packet loss", SeriesPanel(confirmed, "", losses)
        ),
        _chart(
            "rack-sending",
            "Producer's throughput by packet loss, messages/s",
            SeriesPanel(sent, "", losses),
            NOTE + PUBLISHED_NOTE,
        ),
    ]


def _chart(identity: str, caption: str, panel: SeriesPanel, note: str = NOTE) -> Chart:
    axis = "packets lost, %"
    return series_chart(identity, f"{caption}, logarithmic", [panel], HEIGHT, axis, ("y",), note=note)


def _measured(run: MeasuredRun, series: LossSeries, column: str) -> ChartSeries:
    is_one_by_one = series.settings.sending is Sending.ONE_BY_ONE
    repetitions = [
        Point(loss, value, mark)
        for loss, treatment in series.treatments.items()
        for value, mark in marked_repetitions(
            run,
            treatment,
            column,
            lambda value: f"{series.name}, one repetition: {significant(value, 4)} messages/s",
        )
    ]
    points = [
        Point(loss, rate.mean, f"{series.name}\n{loss:g} % lost: {significant(rate.mean, 4)} messages/s")
        for loss in series.treatments
        if (rate := series.rate(run, loss, column))
    ]
    look = replace(LOOKS[series.level], dash="dotted" if is_one_by_one else "solid")
    return ChartSeries(series.name, look, points, size=10, width=3, repetitions=repetitions)


def _published(series: LossSeries) -> Sequence[ChartSeries]:
    """The paper's line; none where the paper does not have this way to send."""
    points = [
        Point(
            loss,
            rate.mean,
            f"{series.name}, published: {significant(rate.mean, 4)} messages/s",
            is_hollow=True,
        )
        for loss in series.treatments
        if (rate := published_rate(series, loss))
    ]
    return [ChartSeries("", replace(LOOKS[series.level], dash="dashed"), points, size=7, width=1.2)]
