"""The producer's rate by the messages that a request really carried, with the published rates."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, Drawing, panels_beside
from include.rendering.estimate import Estimate
from include.rendering.number_format import NO_BREAK, interval, significant
from include.rendering.palette import BLUE, NEUTRAL, ORANGE, VIOLET, Look, with_dash
from include.rendering.panel import Panel, interval_ends
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.metric_columns import MESSAGES_PER_REQUEST, SENT_RATE
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.speedups import limit_text
from include.report.sections.batching.varied_settings import BATCHES, treatment_groups
from include.report.treatments import DAGGER, DAGGER_NOTE, is_acknowledged_by_client

HEIGHT = 300

LOOKS_OF_ACKS = {"0": ORANGE, "1": VIOLET, "all": BLUE}
"""For acks 0 and all, the looks of at-most-once and at-least-once, which use them."""

PUBLISHED = replace(NEUTRAL, symbol="*")

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
    drawing = panels_beside(HEIGHT, titles, TICK_PIXELS + AXIS_NAME_PIXELS)
    for panel, (size, series) in zip(drawing.panels, panels.items(), strict=True):
        _set_axes(panel)
        for one in series:
            _draw_series(drawing, panel, one)
        _draw_published(drawing, panel, published, size)
    note = DAGGER_NOTE if any(map(is_acknowledged_by_client, treatments)) else ""
    return draw("chart-batches", CAPTION, drawing, note)


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


def _set_axes(panel: Panel) -> None:
    panel.logarithmic("x")
    panel.logarithmic("y")
    panel.grid("x", "y")
    panel.name_axis("messages in a request")


def _draw_series(drawing: Drawing, panel: Panel, series: RateSeries) -> None:
    rates = [point.rate for point in series.points]
    x, y = [point.messages_per_request for point in series.points], [rate.median for rate in rates]
    panel.line(x, y, series.look)
    panel.intervals(x, interval_ends(rates), series.look, along="y", width=1.5, cap=4)
    panel.markers(x, y, series.look, [_text(series, point) for point in series.points])
    drawing.name(series.name, series.look)


def _text(series: RateSeries, point: RatePoint) -> str:
    rate = point.rate
    between = f"\n95% interval {interval(rate.low, rate.high)}" if rate.has_interval else ""
    return (
        f"{series.name}, at most {limit_text(point.treatment)} in a request\n"
        f"{significant(point.messages_per_request)} carried: {significant(rate.median)} messages/s"
        f"{between}\nn = {rate.n}"
    )


def _draw_published(drawing: Drawing, panel: Panel, published: PublishedRates, size: int) -> None:
    """One set of points for each level of acks with published rates."""
    own = {(limit, acks): rate for (limit, acks, of), rate in published.producer.items() if of == size}
    for acks in dict.fromkeys(acks for _, acks in own):
        rates = {limit: rate for (limit, with_acks), rate in own.items() if with_acks == acks}
        name = f"published, acks {acks}"
        titles = [
            f"{name}\n{limit} in a request: {significant(rate)} messages/s" for limit, rate in rates.items()
        ]
        panel.markers(list(rates), list(rates.values()), PUBLISHED, titles, size=12, is_hollow=True)
        drawing.name(name, PUBLISHED, has_line=False)
