"""Charts of costs: a row for each treatment, with its difference and both intervals."""

from collections.abc import Sequence

from include.rendering.chart import Chart, draw
from include.rendering.drawing import panels_of_rows
from include.rendering.panel import Panel
from include.rendering.svg import Mark
from include.rendering.words import capitalised
from include.report.cell_links import treatment_link
from include.report.cost_differences import CostDifference
from include.report.cost_wording import WORDS, with_interval
from include.report.measured_run import MeasuredRun
from include.report.treatment_phrases import load_phrase
from include.report.treatments import context, semantics_look, short_name
from include.verdicts.compared_quantities import Quantity
from include.verdicts.paired_differences import Kind

ROW_PIXELS = 34

HOW_TO_READ = (
    "Markers are the differences from the reference, or the ratios to it; thick bars are 95% intervals, and "
    "thin bars the corrected intervals. Where a thin bar crosses the vertical line, no difference is shown."
)


def cost_charts(run: MeasuredRun, found: Sequence[CostDifference]) -> list[Chart]:
    """A chart for each quantity that was compared."""
    compared = [one for one in found if one.found.estimate is not None]
    by_quantity = {quantity: [one for one in compared if one.quantity == quantity] for quantity in WORDS}
    return [_chart(run, quantity, own) for quantity, own in by_quantity.items() if own]


def _chart(run: MeasuredRun, quantity: Quantity, compared: list[CostDifference]) -> Chart:
    drawing = panels_of_rows([("", _names(compared))], ROW_PIXELS)
    (panel,) = drawing.panels
    panel.reference(quantity.kind.neutral, along="x")
    for row, one in enumerate(compared):
        _draw_row(panel, run, one, row)
    return draw(f"chart-cost-{quantity.column.replace('_', '-')}", _caption(quantity, compared), drawing)


def _caption(quantity: Quantity, compared: list[CostDifference]) -> str:
    reference = compared[0].reference.settings.label
    if quantity.kind is Kind.DIFFERENCE:
        return f"{capitalised(quantity.words)}: difference from {reference}, {quantity.unit}"
    return f"{capitalised(quantity.words)}: ratio to {reference}"


def _names(compared: list[CostDifference]) -> list[str]:
    has_contexts = len({context(one.treatment) for one in compared}) > 1
    return [
        f"{short_name(one.treatment)}, {context(one.treatment)}"
        if has_contexts
        else short_name(one.treatment)
        for one in compared
    ]


def _draw_row(panel: Panel, run: MeasuredRun, one: CostDifference, row: int) -> None:
    look, found = semantics_look(one.treatment), one.found
    title = (
        f"{short_name(one.treatment)}, {load_phrase(one.treatment)}\n{WORDS[one.quantity].noun}: "
        f"{with_interval(one)}\n{found.pairs} pairs"
    )
    bars = ((found.low_corrected, found.high_corrected, 1.5, 5.0), (found.low, found.high, 5.0, 0.0))
    for low, high, width, cap in bars:
        if low is not None and high is not None:
            panel.intervals([row], [(low, high)], look, "x", width, cap)
    mark = Mark(title, treatment_link(run, one.treatment.id))
    panel.markers([found.estimate or 0], [row], look, [mark], size=11)
