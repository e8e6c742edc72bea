"""Charts of rates by packet loss: a line for each way to send, beside the paper's line."""

from collections.abc import Iterator

import plotly.graph_objects as go

from include.rendering.chart import Chart, draw, lay_out, logarithmic_axis
from include.rendering.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, RED, Look
from include.report.measured_run import MeasuredRun
from include.report.sections.reliable_ack.packet_loss_series import (
    CONFIRMED_RATE,
    SENDING_RATE,
    LossSeries,
    series_of,
)
from include.report.sections.reliable_ack.published import published_rate
from include.scenarios.reliable_ack.settings import AckLevel, Sending

HEIGHT = 460

LOOKS: dict[AckLevel, Look] = {
    AckLevel.FIRE_AND_FORGET: ORANGE,
    AckLevel.RELIABLE_ACK: RED,
    AckLevel.LEADER: NEUTRAL,
    AckLevel.REPLICAS: BLUE,
    AckLevel.IDEMPOTENT: GREEN,
    AckLevel.EXACTLY_ONCE: PINK,
}
"""The semantics does not distinguish the levels: three of them are at-least-once."""

NOTE = "Thick lines join means, and dots are repetitions. Dotted: one message at a time."
PUBLISHED_NOTE = " Thin and dashed: as published."


def rate_charts(run: MeasuredRun) -> list[Chart]:
    """How fast messages were confirmed, and how fast the producers sent them."""
    return [_confirmation_chart(run), _sending_chart(run)]


def _sending_chart(run: MeasuredRun) -> Chart:
    traces = [
        trace
        for series in series_of(run.plan)
        for trace in (*_measured_traces(run, series, SENDING_RATE), *_published_traces(series))
    ]
    caption = "Producer's throughput by packet loss, messages/s, logarithmic"
    return draw("rack-sending", caption, _figure(traces), NOTE + PUBLISHED_NOTE)


def _confirmation_chart(run: MeasuredRun) -> Chart:
    traces = [
        trace
        for series in series_of(run.plan)
        if not series.is_acknowledged_by_client
        for trace in _measured_traces(run, series, CONFIRMED_RATE)
    ]
    caption = "Confirmed messages/s by packet loss, logarithmic"
    return draw("rack-confirmation", caption, _figure(traces), NOTE)


def _measured_traces(run: MeasuredRun, series: LossSeries, column: str) -> Iterator[go.Scatter]:
    look = LOOKS[series.level]
    rates = {loss: series.rate(run, loss, column) for loss in series.treatments}
    means = {loss: rate.mean for loss, rate in rates.items() if rate}
    yield go.Scatter(
        x=list(means),
        y=list(means.values()),
        name=series.name,
        legendgroup=series.name,
        mode="lines+markers",
        line={
            "color": look.colour,
            "width": 3,
            "dash": "dot" if series.settings.sending is Sending.ONE_BY_ONE else "solid",
        },
        marker={"color": look.colour, "symbol": look.symbol, "size": 10},
        hovertemplate=f"{series.name}<br>%{{x:g}} % lost: %{{y:,.4~g}} messages/s<extra></extra>",
    )
    repetitions = [
        (loss, value)
        for loss, treatment in series.treatments.items()
        for value in run.repetitions(treatment.id, column)
    ]
    yield go.Scatter(
        x=[loss for loss, _ in repetitions],
        y=[value for _, value in repetitions],
        legendgroup=series.name,
        showlegend=False,
        mode="markers",
        marker={"color": look.colour, "size": 5, "opacity": 0.45},
        hovertemplate=f"{series.name}, one repetition: %{{y:,.4~g}} messages/s<extra></extra>",
    )


def _published_traces(series: LossSeries) -> Iterator[go.Scatter]:
    """The paper's line; none where the paper does not have this way to send."""
    rates = {loss: published_rate(series, loss) for loss in series.treatments}
    means = {loss: rate.mean for loss, rate in rates.items() if rate}
    if means:
        look = LOOKS[series.level]
        yield go.Scatter(
            x=list(means),
            y=list(means.values()),
            legendgroup=series.name,
            showlegend=False,
            mode="lines+markers",
            line={"color": look.colour, "width": 1.2, "dash": "dash"},
            marker={"color": look.colour, "symbol": f"{look.symbol}-open", "size": 7},
            hovertemplate=f"{series.name}, published: %{{y:,.4~g}} messages/s<extra></extra>",
        )


def _figure(traces: list[go.Scatter]) -> go.Figure:
    figure = go.Figure(traces)
    lay_out(figure, HEIGHT, top=10, bottom=40, legend={"orientation": "v", "x": 1.01, "y": 1})
    values = [value for trace in figure.data for value in trace.y if value and value > 0]
    losses = sorted({loss for trace in figure.data for loss in trace.x})
    figure.update_xaxes(
        title="packets lost, %", tickvals=losses, fixedrange=True, zeroline=False, automargin=True
    )
    axis = logarithmic_axis(values) if values else {"type": "log"}
    figure.update_yaxes(**axis, fixedrange=True, automargin=True, zeroline=False)
    return figure
