"""Charts with a row for each treatment, which show every repetition and the median with its interval."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.chart import Chart, draw, interval_bars, lay_out, logarithmic_axis
from include.rendering.estimate import FEWEST_FOR_AN_INTERVAL, Estimate
from include.rendering.number_format import interval, significant
from include.report.measured_run import MeasuredRun
from include.report.treatments import DAGGER_NOTE, dagger, semantics_look

ROW_PIXELS, TITLE_PIXELS, AXIS_PIXELS = 34, 34, 60
DOTS_BELOW = 0.24
"""How far below the middle of their row the repetitions are drawn, where no interval hides them."""


@dataclass(frozen=True)
class ChartMetric:
    """The metric that a chart shows; without a span, a metric of the whole cell."""

    span: Span | None
    metric: str
    words: str
    unit: str
    logarithmic: bool

    @property
    def column(self) -> str:
        """The metric's column in ``results/cells``."""
        return f"{self.span.column}_{self.metric}" if self.span else self.metric


@dataclass(frozen=True)
class TreatmentPanels:
    """Treatments by the titles of their panels, and the name of a treatment within its panel."""

    panels: Mapping[str, list[Treatment]]
    name: Callable[[Treatment], str]

    @property
    def treatments(self) -> list[Treatment]:
        """The treatments of all panels."""
        return [treatment for panel in self.panels.values() for treatment in panel]

    def values(self, run: MeasuredRun, metric: ChartMetric) -> list[float]:
        """The values of all repetitions of all treatments."""
        return [value for one in self.treatments for value in run.repetitions(one.id, metric.column)]


def treatment_chart(
    identity: str, run: MeasuredRun, metric: ChartMetric, panels: TreatmentPanels
) -> Chart | None:
    """A chart of one metric; None where no repetition has a value."""
    values = panels.values(run, metric)
    if not values:
        return None
    words = f"{metric.span} {metric.words}" if metric.span else metric.words
    is_logarithmic = metric.logarithmic and min(values) > 0
    caption = f"{words[0].upper()}{words[1:]}, {metric.unit}{', logarithmic' if is_logarithmic else ''}"
    figure = _figure(run, metric, panels)
    figure.update_xaxes(**(logarithmic_axis(values) if is_logarithmic else {"rangemode": "tozero"}))
    is_marked = any(dagger(treatment, metric.span) for treatment in panels.treatments)
    return draw(identity, caption, figure, DAGGER_NOTE if is_marked else "")


def _figure(run: MeasuredRun, metric: ChartMetric, panels: TreatmentPanels) -> go.Figure:
    sizes = [len(treatments) for treatments in panels.panels.values()]
    height = sum(sizes) * ROW_PIXELS + len(sizes) * TITLE_PIXELS + AXIS_PIXELS
    figure = make_subplots(
        rows=len(sizes),
        shared_xaxes=True,
        subplot_titles=list(panels.panels) if len(sizes) > 1 else None,
        row_heights=sizes,
        vertical_spacing=TITLE_PIXELS / height if len(sizes) > 1 else 0,
    )
    for number, treatments in enumerate(panels.panels.values(), start=1):
        _draw_panel(figure, number, run, metric, panels.name, treatments)
    _lay_out(figure, height)
    return figure


def _draw_panel(
    figure: go.Figure,
    number: int,
    run: MeasuredRun,
    metric: ChartMetric,
    name: Callable[[Treatment], str],
    treatments: list[Treatment],
) -> None:
    for row, treatment in enumerate(treatments):
        for trace in _traces(run, metric, name(treatment), treatment, row):
            figure.add_trace(trace, row=number, col=1)
    figure.update_yaxes(
        row=number,
        col=1,
        tickvals=list(range(len(treatments))),
        ticktext=[name(treatment) + dagger(treatment, metric.span) for treatment in treatments],
        range=[len(treatments) - 0.5, -0.5],
    )


def _traces(
    run: MeasuredRun, metric: ChartMetric, name: str, treatment: Treatment, row: int
) -> list[go.Scatter]:
    repetitions = run.repetitions(treatment.id, metric.column)
    estimate = run.estimate(treatment.id, metric.metric, metric.span)
    traces = [_repetitions(repetitions.tolist(), treatment, row, metric)] if len(repetitions) else []
    if estimate is not None:
        traces.append(_median(estimate, name, treatment, row, metric))
    return traces


def _repetitions(values: list[float], treatment: Treatment, row: int, metric: ChartMetric) -> go.Scatter:
    """Pale dots where there is an interval, and darker ones where the repetitions are all there is."""
    opacity = 0.45 if len(values) >= FEWEST_FOR_AN_INTERVAL else 0.85
    return go.Scatter(
        x=values,
        y=[row + DOTS_BELOW] * len(values),
        mode="markers",
        marker={"color": semantics_look(treatment).colour, "size": 6, "opacity": opacity},
        hovertemplate=f"one repetition: %{{x:.3~g}} {metric.unit}<extra></extra>",
    )


def _median(estimate: Estimate, name: str, treatment: Treatment, row: int, metric: ChartMetric) -> go.Scatter:
    """A filled marker with its interval; a thin stroke where the median has no interval."""
    look = semantics_look(treatment)
    between = f"<br>95% interval {interval(estimate.low, estimate.high)}" if estimate.has_interval else ""
    text = f"median {significant(estimate.median)} {metric.unit}{between}<br>n = {estimate.n}"
    symbol, size = (look.symbol, 11) if estimate.has_interval else ("line-ns-open", 12)
    return go.Scatter(
        x=[estimate.median],
        y=[row],
        mode="markers",
        marker={
            "color": look.colour,
            "size": size,
            "symbol": symbol,
            "line": {"width": 2, "color": look.colour},
        },
        error_x=interval_bars([estimate], look.colour),
        hovertemplate=f"{name}<br>{text}<extra></extra>",
    )


def _lay_out(figure: go.Figure, height: int) -> None:
    lay_out(figure, height, top=TITLE_PIXELS - 6, bottom=36, showlegend=False)
    figure.update_yaxes(automargin=True, fixedrange=True, showgrid=False, zeroline=False, ticks="")
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=True, automargin=True)
    figure.update_annotations(x=0, xanchor="left", font={"size": 13})
