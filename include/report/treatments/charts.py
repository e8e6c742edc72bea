"""Charts with a row for each treatment, which show every repetition and the median with its interval."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw
from include.rendering.drawing import Drawing, panels_of_rows
from include.rendering.estimate import FEWEST_FOR_AN_INTERVAL
from include.rendering.number_format import significant
from include.rendering.palette import Look
from include.rendering.panel import Panel, interval_ends
from include.rendering.svg import Mark
from include.report.cell_links import cell_links, treatment_link
from include.report.measured_run import MeasuredRun
from include.report.series import interval_line
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import DAGGER_NOTE, dagger, semantics_look

ROW_PIXELS = 34
DOTS_BELOW = 0.24
"""How far below the middle of their row the repetitions are drawn, where no interval hides them."""


@dataclass(frozen=True)
class ChartMetric:
    """A metric that a chart shows, in words."""

    metric: TreatmentMetric
    words: str
    unit: str
    logarithmic: bool = False


@dataclass(frozen=True)
class TreatmentPanels:
    """Treatments by the titles of their panels, and the name of a treatment within its panel."""

    panels: Mapping[str, list[Treatment]]
    name: Callable[[Treatment], str]

    @property
    def treatments(self) -> list[Treatment]:
        """The treatments of all panels."""
        return [treatment for panel in self.panels.values() for treatment in panel]

    def values(self, run: MeasuredRun, chart_metric: ChartMetric) -> list[float]:
        """The values of all repetitions of all treatments."""
        return [
            value
            for treatment in self.treatments
            for value in run.repetitions(treatment.id, chart_metric.metric.column)
        ]


def treatment_chart(
    identity: str, run: MeasuredRun, chart_metric: ChartMetric, panels: TreatmentPanels
) -> Chart | None:
    """A chart of one metric; None where no repetition has a value."""
    values = panels.values(run, chart_metric)
    if not values:
        return None
    span = chart_metric.metric.span
    words = f"{span} {chart_metric.words}" if span else chart_metric.words
    is_logarithmic = chart_metric.logarithmic and min(values) > 0
    caption = f"{words[0].upper()}{words[1:]}, {chart_metric.unit}{', logarithmic' if is_logarithmic else ''}"
    is_marked = any(dagger(treatment, span) for treatment in panels.treatments)
    drawing = _drawing(run, chart_metric, panels, is_logarithmic)
    return draw(identity, caption, drawing, DAGGER_NOTE if is_marked else "")


def _drawing(
    run: MeasuredRun, chart_metric: ChartMetric, panels: TreatmentPanels, is_logarithmic: bool
) -> Drawing:
    several = len(panels.panels) > 1
    rows = [
        (
            title if several else "",
            [
                panels.name(treatment) + dagger(treatment, chart_metric.metric.span)
                for treatment in treatments
            ],
        )
        for title, treatments in panels.panels.items()
    ]
    drawing = panels_of_rows(rows, ROW_PIXELS)
    for panel, treatments in zip(drawing.panels, panels.panels.values(), strict=True):
        if is_logarithmic:
            panel.logarithmic("x")
        for row, treatment in enumerate(treatments):
            _draw_repetitions(panel, run, chart_metric, treatment, row)
            _draw_median(panel, run, chart_metric, treatment, row, panels.name(treatment))
    if not is_logarithmic:
        drawing.panels[0].from_zero("x")
    return drawing


def _draw_repetitions(
    panel: Panel, run: MeasuredRun, chart_metric: ChartMetric, treatment: Treatment, row: int
) -> None:
    """Pale dots where there is an interval, and darker ones where the repetitions are all there is."""
    values, links = run.repetitions(treatment.id, chart_metric.metric.column), cell_links(run, treatment.id)
    marks = [
        Mark(
            f"one repetition: {significant(value)} {chart_metric.unit}",
            links.get(block, ""),
            is_tab_stop=False,
        )
        for block, value in values.items()
    ]
    opacity = 0.45 if len(values) >= FEWEST_FOR_AN_INTERVAL else 0.85
    dot = Look(semantics_look(treatment).colour, "o")
    panel.markers(values.tolist(), [row + DOTS_BELOW] * len(values), dot, marks, size=6, opacity=opacity)


def _draw_median(
    panel: Panel, run: MeasuredRun, chart_metric: ChartMetric, treatment: Treatment, row: int, name: str
) -> None:
    """A filled marker with its interval; a thin stroke where the median has no interval."""
    estimate = chart_metric.metric.estimate(run, treatment)
    if estimate is None:
        return
    look = semantics_look(treatment)
    median = f"median {significant(estimate.median)} {chart_metric.unit}{interval_line(estimate)}"
    mark = Mark(f"{name}\n{median}\nn = {estimate.n}", treatment_link(run, treatment.id))
    if estimate.has_interval:
        panel.intervals([row], interval_ends([estimate]), look, along="x")
        panel.markers([estimate.median], [row], look, [mark], size=11)
    else:
        panel.markers([estimate.median], [row], replace(look, symbol="|"), [mark], size=14)
