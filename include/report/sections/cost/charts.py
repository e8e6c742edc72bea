"""Charts of a row a treatment, every repetition shown; for each span throughput and latency."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.chart import Chart, draw, interval_bar, logarithmic_ticks, plain
from include.rendering.estimate import FEWEST_FOR_AN_INTERVAL, Estimate
from include.rendering.number_format import interval, significant
from include.report.run import Run
from include.report.treatments import DAGGER_NOTE, by_context, dagger, semantics_look, short_name

ROW_PIXELS, TITLE_PIXELS, AXIS_PIXELS = 34, 34, 60
DOTS_BELOW = 0.24
"""How far below a row's middle its repetitions lie, so that its interval doesn't hide them."""


@dataclass(frozen=True)
class Subject:
    """What a chart shows; without a span, a metric of the whole cell."""

    span: Span | None
    metric: str
    words: str
    unit: str
    logarithmic: bool

    @property
    def column(self) -> str:
        """Its column among the cells."""
        return f"{self.span.column}_{self.metric}" if self.span else self.metric


@dataclass(frozen=True)
class Rows:
    """Treatments in panels with a title each, and what each is called in its own."""

    panels: Mapping[str, list[Treatment]]
    name: Callable[[Treatment], str]

    @property
    def treatments(self) -> list[Treatment]:
        """All of them."""
        return [treatment for panel in self.panels.values() for treatment in panel]

    def values(self, run: Run, subject: Subject) -> list[float]:
        """What was measured of them, in every repetition."""
        return [value for one in self.treatments for value in run.repetitions(one.id, subject.column)]


SUBJECTS = tuple(
    subject
    for span in (Span.PRODUCER_CONSUMER, Span.PRODUCER_BROKER)
    for subject in (
        Subject(span, "throughput", "throughput", "MiB/s", logarithmic=False),
        Subject(span, "latency_mean", "mean latency", "ms", logarithmic=True),
    )
)


def charts(run: Run) -> list[Chart]:
    """The charts that have anything to show."""
    rows = Rows(by_context(run.plan), short_name)
    return [
        row_chart(f"chart-{subject.span}-{subject.metric}".replace("_", "-"), run, subject, rows)
        for subject in SUBJECTS
        if rows.values(run, subject)
    ]


def row_chart(identity: str, run: Run, subject: Subject, rows: Rows) -> Chart:
    """A chart of one subject; some repetition must have it."""
    words = f"{subject.span} {subject.words}" if subject.span else subject.words
    scale = ", logarithmic" if _logarithmic(run, subject, rows) else ""
    caption = f"{words[0].upper()}{words[1:]}, {subject.unit}{scale}"
    marked = any(dagger(treatment, subject.span) for treatment in rows.treatments)
    return draw(identity, caption, _figure(run, subject, rows), DAGGER_NOTE if marked else "")


def _figure(run: Run, subject: Subject, rows: Rows) -> go.Figure:
    panels = rows.panels
    height = _height([len(treatments) for treatments in panels.values()])
    figure = make_subplots(
        rows=len(panels),
        shared_xaxes=True,
        subplot_titles=list(panels) if len(panels) > 1 else None,
        row_heights=[len(treatments) for treatments in panels.values()],
        vertical_spacing=TITLE_PIXELS / height if len(panels) > 1 else 0,
    )
    for number, treatments in enumerate(panels.values(), start=1):
        _draw_panel(figure, number, run, subject, rows.name, treatments)
    _lay_out(figure, height)
    _scale(figure, run, subject, rows)
    return figure


def _height(rows: list[int]) -> int:
    return sum(rows) * ROW_PIXELS + len(rows) * TITLE_PIXELS + AXIS_PIXELS


def _draw_panel(
    figure: go.Figure,
    number: int,
    run: Run,
    subject: Subject,
    name: Callable[[Treatment], str],
    treatments: list[Treatment],
) -> None:
    for row, treatment in enumerate(treatments):
        for trace in _traces(run, subject, name(treatment), treatment, row):
            figure.add_trace(trace, row=number, col=1)
    figure.update_yaxes(
        row=number,
        col=1,
        tickvals=list(range(len(treatments))),
        ticktext=[name(treatment) + dagger(treatment, subject.span) for treatment in treatments],
        range=[len(treatments) - 0.5, -0.5],
    )


def _traces(run: Run, subject: Subject, name: str, treatment: Treatment, row: int) -> list[go.Scatter]:
    repetitions = run.repetitions(treatment.id, subject.column)
    found = run.estimate(treatment.id, subject.metric, subject.span)
    traces = [_dots(repetitions.tolist(), treatment, row, subject)] if len(repetitions) else []
    if found is not None:
        traces.append(_median(found, name, treatment, row, subject))
    return traces


def _dots(values: list[float], treatment: Treatment, row: int, subject: Subject) -> go.Scatter:
    """Pale beside an interval; where there is none, they are all there is to see."""
    opacity = 0.45 if len(values) >= FEWEST_FOR_AN_INTERVAL else 0.85
    return go.Scatter(
        x=values,
        y=[row + DOTS_BELOW] * len(values),
        mode="markers",
        marker={"color": semantics_look(treatment).colour, "size": 6, "opacity": opacity},
        hovertemplate=f"one repetition: %{{x:.3~g}} {subject.unit}<extra></extra>",
    )


def _median(found: Estimate, name: str, treatment: Treatment, row: int, subject: Subject) -> go.Scatter:
    """A filled mark with its interval; without an interval only a thin stroke, no more than it is."""
    style = semantics_look(treatment)
    between = f"<br>95% interval {interval(found.low, found.high)}" if found.has_interval else ""
    median = f"median {significant(found.median)} {subject.unit}{between}<br>n = {found.n}"
    symbol, size = (style.symbol, 11) if found.has_interval else ("line-ns-open", 12)
    return go.Scatter(
        x=[found.median],
        y=[row],
        mode="markers",
        marker={
            "color": style.colour,
            "size": size,
            "symbol": symbol,
            "line": {"width": 2, "color": style.colour},
        },
        error_x=interval_bar(found, style.colour),
        hovertemplate=f"{name}<br>{median}<extra></extra>",
    )


def _lay_out(figure: go.Figure, height: int) -> None:
    plain(
        figure,
        height=height,
        showlegend=False,
        margin={"l": 10, "r": 16, "t": TITLE_PIXELS - 6, "b": 36},
        font={"family": "system-ui, sans-serif", "size": 13},
    )
    figure.update_yaxes(automargin=True, fixedrange=True, showgrid=False, zeroline=False, ticks="")
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=True, automargin=True)
    figure.update_annotations(x=0, xanchor="left", font={"size": 13})


def _scale(figure: go.Figure, run: Run, subject: Subject, rows: Rows) -> None:
    if not _logarithmic(run, subject, rows):
        figure.update_xaxes(rangemode="tozero")
        return
    ticks = logarithmic_ticks(rows.values(run, subject))
    figure.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{tick:,.7g}" for tick in ticks])


def _logarithmic(run: Run, subject: Subject, rows: Rows) -> bool:
    """Only what is above zero has a logarithm."""
    return subject.logarithmic and min(rows.values(run, subject)) > 0
