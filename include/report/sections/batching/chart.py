"""The producer's rate against the messages that a request really carried, with the published rates."""

from collections.abc import Iterator
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw, logarithmic_ticks, plain
from include.rendering.estimate import Estimate
from include.rendering.number_format import NO_BREAK, interval, significant
from include.rendering.palette import BLUE, NEUTRAL, ORANGE, VIOLET, Look, with_dash
from include.report.run import Run
from include.report.sections.batching.figures import CARRIED, SENT_RATE
from include.report.sections.batching.published import PublishedRates
from include.report.sections.batching.speedups import limit_text
from include.report.sections.batching.varied_settings import BATCHES, together
from include.report.treatments import DAGGER, DAGGER_NOTE, acknowledges_itself

HEIGHT = 400

LOOKS_OF_ACKS = {
    "0": ORANGE,
    "1": VIOLET,
    "all": BLUE,
}
"""Those of the semantics that acknowledge so, and one between."""


@dataclass(frozen=True)
class Point:
    """How many messages a request carried, and the rate."""

    carried: float
    rate: Estimate
    treatment: Treatment


@dataclass(frozen=True)
class Line:
    """Treatments that differ in their batches only, by the messages that a request carried."""

    name: str
    look: Look
    points: list[Point]


def rate_chart(run: Run, published: PublishedRates) -> Chart | None:
    """A panel for every size of messages; None where nothing was measured."""
    treatments = BATCHES.treatments(run.plan)
    sizes = sorted({one.settings.message_bytes for one in treatments})
    panels = {size: lines for size in sizes if (lines := list(_lines(run, treatments, size)))}
    if not panels:
        return None
    titles = [f"messages of {size:,}{NO_BREAK}B" for size in panels]
    figure = make_subplots(
        cols=len(panels), shared_yaxes=True, subplot_titles=titles, horizontal_spacing=0.04
    )
    for column, (size, lines) in enumerate(panels.items(), start=1):
        for trace in [*map(_trace, lines), *_published(published, size)]:
            figure.add_trace(trace, row=1, col=column)
    _lay_out(figure)
    note = DAGGER_NOTE if any(map(acknowledges_itself, treatments)) else ""
    caption = "Producer's rate, messages/s, by the messages that a request carried, both logarithmic"
    return draw("chart-batches", caption, figure, note)


def _lines(run: Run, treatments: list[Treatment], size: int) -> Iterator[Line]:
    drawn: list[str] = []
    for own in together(BATCHES, [one for one in treatments if one.settings.message_bytes == size]):
        if points := _points(run, own.treatments):
            acks = own.treatments[0].settings.delivery_config.acks
            mark = DAGGER if acknowledges_itself(own.treatments[0]) else ""
            look = with_dash(LOOKS_OF_ACKS[acks], drawn.count(acks))
            yield Line((own.beside or f"acks {acks}") + mark, look, points)
            drawn.append(acks)


def _points(run: Run, treatments: list[Treatment]) -> list[Point]:
    """Without those that aren't above zero: they have no place on a logarithmic axis."""
    found = [(CARRIED.of(run, one), SENT_RATE.of(run, one), one) for one in treatments]
    points = [Point(carried.median, rate, one) for carried, rate, one in found if carried and rate]
    placed = [point for point in points if point.carried > 0 and point.rate.median > 0]
    return sorted(placed, key=lambda point: point.carried)


def _trace(line: Line) -> go.Scatter:
    rates = [point.rate for point in line.points]
    return go.Scatter(
        x=[point.carried for point in line.points],
        y=[rate.median for rate in rates],
        name=line.name,
        legendgroup=line.name,
        mode="lines+markers",
        line={"color": line.look.colour, "width": 2, "dash": line.look.dash},
        marker={"color": line.look.colour, "symbol": line.look.symbol, "size": 9},
        error_y={
            "array": [rate.high - rate.median if rate.high is not None else 0 for rate in rates],
            "arrayminus": [rate.median - rate.low if rate.low is not None else 0 for rate in rates],
            "symmetric": False,
            "color": line.look.colour,
            "thickness": 1.5,
            "width": 4,
        },
        text=[_told(line, point) for point in line.points],
        hovertemplate="%{text}<extra></extra>",
    )


def _told(line: Line, point: Point) -> str:
    rate = point.rate
    between = f"<br>95% interval {interval(rate.low, rate.high)}" if rate.has_interval else ""
    return (
        f"{line.name}, {limit_text(point.treatment)} in a request at most<br>"
        f"{significant(point.carried)} carried: {significant(rate.median)} messages/s"
        f"{between}<br>n = {rate.n}"
    )


def _published(published: PublishedRates, size: int) -> Iterator[go.Scatter]:
    """One set of points for each kind of acknowledgement of which there are published rates."""
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
    _name_each_once(figure)
    plain(
        figure,
        height=HEIGHT,
        margin={"l": 10, "r": 16, "t": 76, "b": 50},
        font={"family": "system-ui, sans-serif", "size": 13},
        legend={"orientation": "h", "x": 0, "y": 1.22},
    )
    numbers, rates = ([value for trace in figure.data for value in trace[axis]] for axis in "xy")
    for axes, ticks, title in (
        (figure.update_xaxes, logarithmic_ticks(numbers, digits=[1]), "messages in a request"),
        (figure.update_yaxes, logarithmic_ticks(rates), ""),
    ):
        words = [f"{tick:,.7g}" for tick in ticks]
        axes(type="log", tickvals=ticks, ticktext=words, title=title, fixedrange=True, automargin=True)
    figure.update_annotations(font={"size": 13})


def _name_each_once(figure: go.Figure) -> None:
    named: set[str] = set()
    for trace in figure.data:
        trace.showlegend = trace.name not in named
        named.add(trace.name)
