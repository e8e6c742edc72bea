"""The producer's rate by the messages that a request really carried, with the published rates."""

from collections.abc import Iterator
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.matrix.plan import Treatment
from include.rendering.chart import (
    Chart,
    draw,
    interval_bars,
    lay_out,
    logarithmic_axis,
    name_each_once,
)
from include.rendering.estimate import Estimate
from include.rendering.number_format import NO_BREAK, interval, significant
from include.rendering.palette import BLUE, NEUTRAL, ORANGE, VIOLET, Look, with_dash
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.metric_columns import MESSAGES_PER_REQUEST, SENT_RATE
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.speedups import limit_text
from include.report.sections.batching.varied_settings import BATCHES, treatment_groups
from include.report.treatments import DAGGER, DAGGER_NOTE, is_acknowledged_by_client

HEIGHT = 400

LOOKS_OF_ACKS = {"0": ORANGE, "1": VIOLET, "all": BLUE}
"""For acks 0 and all, the looks of at-most-once and at-least-once, which use them."""

CAPTION = "Producer's rate, messages/s, by the messages that a request carried, both logarithmic"


@dataclass(frozen=True)
class RatePoint:
    """How many messages a request carried, and the producer's rate."""

    messages_per_request: float
    rate: Estimate
    treatment: Treatment


@dataclass(frozen=True)
class RateSeries:
    """Treatments that differ only in their batches, by the messages that a request carried."""

    name: str
    look: Look
    points: list[RatePoint]


def rate_chart(run: MeasuredRun, published: PublishedRates) -> Chart | None:
    """A panel for each message size; None where nothing was measured."""
    treatments = BATCHES.treatments(run.plan)
    sizes = sorted({one.settings.message_bytes for one in treatments})
    panels = {size: series for size in sizes if (series := list(_series(run, treatments, size)))}
    if not panels:
        return None
    titles = [f"messages of {size:,}{NO_BREAK}B" for size in panels]
    figure = make_subplots(
        cols=len(panels), shared_yaxes=True, subplot_titles=titles, horizontal_spacing=0.04
    )
    for column, (size, series) in enumerate(panels.items(), start=1):
        for trace in [*map(_trace, series), *_published_traces(published, size)]:
            figure.add_trace(trace, row=1, col=column)
    _lay_out(figure)
    note = DAGGER_NOTE if any(map(is_acknowledged_by_client, treatments)) else ""
    return draw("chart-batches", CAPTION, figure, note)


def _series(run: MeasuredRun, treatments: list[Treatment], size: int) -> Iterator[RateSeries]:
    drawn: list[str] = []
    of_size = [one for one in treatments if one.settings.message_bytes == size]
    for group in treatment_groups(BATCHES, of_size):
        if points := _points(run, group.treatments):
            acks = group.treatments[0].settings.delivery_config.acks
            mark = DAGGER if is_acknowledged_by_client(group.treatments[0]) else ""
            look = with_dash(LOOKS_OF_ACKS[acks], drawn.count(acks))
            yield RateSeries((group.name or f"acks {acks}") + mark, look, points)
            drawn.append(acks)


def _points(run: MeasuredRun, treatments: list[Treatment]) -> list[RatePoint]:
    """The points that have a place on logarithmic axes: both values are above zero."""
    found = [(MESSAGES_PER_REQUEST.estimate(run, t), SENT_RATE.estimate(run, t), t) for t in treatments]
    points = [RatePoint(carried.median, rate, one) for carried, rate, one in found if carried and rate]
    drawable = [point for point in points if point.messages_per_request > 0 and point.rate.median > 0]
    return sorted(drawable, key=lambda point: point.messages_per_request)


def _trace(series: RateSeries) -> go.Scatter:
    rates = [point.rate for point in series.points]
    return go.Scatter(
        x=[point.messages_per_request for point in series.points],
        y=[rate.median for rate in rates],
        name=series.name,
        legendgroup=series.name,
        mode="lines+markers",
        line={"color": series.look.colour, "width": 2, "dash": series.look.dash},
        marker={"color": series.look.colour, "symbol": series.look.symbol, "size": 9},
        error_y=interval_bars(rates, series.look.colour, thickness=1.5, width=4),
        text=[_text(series, point) for point in series.points],
        hovertemplate="%{text}<extra></extra>",
    )


def _text(series: RateSeries, point: RatePoint) -> str:
    rate = point.rate
    between = f"<br>95% interval {interval(rate.low, rate.high)}" if rate.has_interval else ""
    return (
        f"{series.name}, at most {limit_text(point.treatment)} in a request<br>"
        f"{significant(point.messages_per_request)} carried: {significant(rate.median)} messages/s"
        f"{between}<br>n = {rate.n}"
    )


def _published_traces(published: PublishedRates, size: int) -> Iterator[go.Scatter]:
    """One set of points for each level of acks with published rates."""
    own = {(limit, acks): rate for (limit, acks, of), rate in published.producer.items() if of == size}
    for acks in dict.fromkeys(acks for _, acks in own):
        rates = {limit: rate for (limit, with_acks), rate in own.items() if with_acks == acks}
        yield go.Scatter(
            x=list(rates),
            y=list(rates.values()),
            name=f"published, acks {acks}",
            text=[f"{limit} in a request: {significant(rate)} messages/s" for limit, rate in rates.items()],
            mode="markers",
            marker={"color": NEUTRAL.colour, "symbol": "star-open", "size": 13, "line": {"width": 2}},
            hovertemplate=f"published, acks {acks}<br>%{{text}}<extra></extra>",
        )


def _lay_out(figure: go.Figure) -> None:
    name_each_once(figure)
    lay_out(figure, HEIGHT, top=76, bottom=50, legend={"orientation": "h", "x": 0, "y": 1.22})
    numbers, rates = ([value for trace in figure.data for value in trace[axis]] for axis in "xy")
    figure.update_xaxes(**logarithmic_axis(numbers, digits=[1]), title="messages in a request")
    figure.update_yaxes(**logarithmic_axis(rates), title="")
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(fixedrange=True, automargin=True)
    figure.update_annotations(font={"size": 13})
