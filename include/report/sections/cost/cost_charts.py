"""Charts of costs: a row for each treatment, with its difference and both intervals."""

from collections.abc import Sequence

import plotly.graph_objects as go

from include.rendering.chart import Chart, draw, lay_out
from include.rendering.palette import NEUTRAL
from include.rendering.words import capitalised
from include.report.cost_differences import CostDifference, is_at_share
from include.report.sections.cost.wording import WORDS, with_interval
from include.report.treatment_phrases import load_phrase
from include.report.treatments import context, semantics_look, short_name
from include.verdicts.compared_quantities import Quantity
from include.verdicts.paired_differences import Kind

ROW_PIXELS, MARGIN_PIXELS = 34, 70

INTRODUCTION = (
    "Markers are the differences from the reference, or the ratios to it; thick bars are 95% intervals, and "
    "thin bars the corrected intervals. Where a thin bar crosses the vertical line, no difference is shown."
)


def cost_charts(found: Sequence[CostDifference]) -> list[Chart]:
    """A chart for each quantity that was compared. Shares of the capacity have a chart of their own."""
    compared = [one for one in found if one.found.estimate is not None and not is_at_share(one)]
    by_quantity = {quantity: [one for one in compared if one.quantity == quantity] for quantity in WORDS}
    return [_chart(quantity, own) for quantity, own in by_quantity.items() if own]


def _chart(quantity: Quantity, compared: list[CostDifference]) -> Chart:
    figure = go.Figure()
    figure.add_vline(x=quantity.kind.neutral, line={"color": NEUTRAL.colour, "width": 1, "dash": "dot"})
    for row, one in enumerate(compared):
        for trace in _traces(one, row):
            figure.add_trace(trace)
    lay_out(figure, ROW_PIXELS * len(compared) + MARGIN_PIXELS, top=10, bottom=36, showlegend=False)
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=True, automargin=True)
    figure.update_yaxes(
        fixedrange=True,
        zeroline=False,
        showgrid=False,
        ticks="",
        automargin=True,
        tickvals=list(range(len(compared))),
        ticktext=_names(compared),
        range=[len(compared) - 0.5, -0.5],
    )
    return draw(f"chart-cost-{quantity.column.replace('_', '-')}", _caption(quantity, compared), figure)


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


def _traces(one: CostDifference, row: int) -> list[go.Scatter]:
    look, found = semantics_look(one.treatment), one.found
    text = (
        f"{short_name(one.treatment)}, {load_phrase(one.treatment)}<br>{WORDS[one.quantity].noun}: "
        f"{with_interval(one)}<br>{found.pairs} pairs"
    )
    bars = ((found.low_corrected, found.high_corrected, 1.5, 5), (found.low, found.high, 5, 0))
    return [
        go.Scatter(
            x=[found.estimate],
            y=[row],
            mode="markers",
            marker={"color": look.colour, "symbol": look.symbol, "size": 11},
            error_x=_bar(found.estimate or 0, low or 0, high or 0, look.colour, thickness, width),
            hovertemplate=f"{text}<extra></extra>",
        )
        for low, high, thickness, width in bars
    ]


def _bar(
    estimate: float, low: float, high: float, colour: str, thickness: float, width: int
) -> dict[str, object]:
    return {
        "array": [high - estimate],
        "arrayminus": [estimate - low],
        "symmetric": False,
        "color": colour,
        "thickness": thickness,
        "width": width,
    }
