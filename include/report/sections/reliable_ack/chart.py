"""A chart of rates over packet loss: a line a way to send, the paper's beside it."""

from collections.abc import Iterator

import plotly.graph_objects as go

from include.rendering.chart import Chart, draw, logarithmic_ticks, plain
from include.rendering.palette import BLUE, GREEN, NEUTRAL, ORANGE, PINK, RED, Look
from include.report.run import Run
from include.report.sections.reliable_ack.packet_loss_series import CONFIRMED, SENDING, Line, lines_of
from include.report.sections.reliable_ack.published import published
from include.scenarios.reliable_ack.settings import Level, Sending

HEIGHT = 460

LEVELS: dict[Level, Look] = {
    Level.FIRE_AND_FORGET: ORANGE,
    Level.RELIABLE_ACK: RED,
    Level.LEADER: NEUTRAL,
    Level.REPLICAS: BLUE,
    Level.IDEMPOTENT: GREEN,
    Level.EXACTLY_ONCE: PINK,
}
"""Semantics don't tell levels apart here: three of them are at-least-once."""


def rack_charts(run: Run) -> list[Chart]:
    """How fast producers sent, and how fast what they sent was confirmed."""
    return [
        _chart(run, "rack-sending", "Producer's throughput by packet loss, messages/s, logarithmic", SENDING),
        _chart(run, "rack-confirmation", "Confirmed messages/s by packet loss, logarithmic", CONFIRMED),
    ]


def _chart(run: Run, identity: str, caption: str, column: str) -> Chart:
    figure = go.Figure()
    for line in lines_of(run.plan):
        if column == CONFIRMED and line.settings.is_acknowledged_by_client:
            continue
        for trace in (*_measured(run, line, column), *(_paper(line) if column == SENDING else ())):
            figure.add_trace(trace)
    note = "Thick lines join means, dots are repetitions. Dotted: one message at a time."
    paper = " Thin and dashed: as published." if column == SENDING else ""
    _lay_out(figure)
    return draw(identity, caption, figure, note + paper)


def _measured(run: Run, line: Line, column: str) -> Iterator[go.Scatter]:
    look = LEVELS[line.level]
    points = {loss: line.spread(run, loss, column) for loss in line.treatments}
    known = {loss: spread.mean for loss, spread in points.items() if spread}
    yield go.Scatter(
        x=list(known),
        y=list(known.values()),
        name=line.name,
        legendgroup=line.name,
        mode="lines+markers",
        line={
            "color": look.colour,
            "width": 3,
            "dash": "dot" if line.settings.sending is Sending.ONE_BY_ONE else "solid",
        },
        marker={"color": look.colour, "symbol": look.symbol, "size": 10},
        hovertemplate=f"{line.name}<br>%{{x:g}} % lost: %{{y:,.4~g}} messages/s<extra></extra>",
    )
    repetitions = [
        (loss, value)
        for loss, treatment in line.treatments.items()
        for value in run.repetitions(treatment.id, column)
    ]
    yield go.Scatter(
        x=[loss for loss, _ in repetitions],
        y=[value for _, value in repetitions],
        legendgroup=line.name,
        showlegend=False,
        mode="markers",
        marker={"color": look.colour, "size": 5, "opacity": 0.45},
        hovertemplate=f"{line.name}, one repetition: %{{y:,.4~g}} messages/s<extra></extra>",
    )


def _paper(line: Line) -> Iterator[go.Scatter]:
    points = {loss: published(line, loss) for loss in line.treatments}
    known = {loss: spread.mean for loss, spread in points.items() if spread}
    if known:
        look = LEVELS[line.level]
        yield go.Scatter(
            x=list(known),
            y=list(known.values()),
            legendgroup=line.name,
            showlegend=False,
            mode="lines+markers",
            line={"color": look.colour, "width": 1.2, "dash": "dash"},
            marker={"color": look.colour, "symbol": f"{look.symbol}-open", "size": 7},
            hovertemplate=f"{line.name}, published: %{{y:,.4~g}} messages/s<extra></extra>",
        )


def _lay_out(figure: go.Figure) -> None:
    plain(
        figure,
        height=HEIGHT,
        margin={"l": 10, "r": 16, "t": 10, "b": 40},
        font={"family": "system-ui, sans-serif", "size": 13},
        legend={"orientation": "v", "x": 1.01, "y": 1},
    )
    values = [value for trace in figure.data for value in trace.y if value and value > 0]
    losses = sorted({loss for trace in figure.data for loss in trace.x})
    figure.update_xaxes(
        title="packets lost, %", tickvals=losses, fixedrange=True, zeroline=False, automargin=True
    )
    figure.update_yaxes(type="log", fixedrange=True, automargin=True, zeroline=False)
    if values:
        ticks = logarithmic_ticks(values)
        figure.update_yaxes(tickvals=ticks, ticktext=[f"{tick:,.7g}" for tick in ticks])
