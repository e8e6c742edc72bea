"""A bar for each treatment, divided into the stages of its messages."""

from collections.abc import Mapping

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.metrics.stages import STAGES
from include.rendering.chart import Chart, draw, lay_out, name_each_once
from include.rendering.number_format import NO_BREAK, significant
from include.rendering.palette import PARTS
from include.report.sections.stages.mean_stages import MeanStages, in_words, occurring
from include.report.treatments import dagger, dagger_notes, short_name

ROW_PIXELS, TITLE_PIXELS, LEGEND_PIXELS, AXIS_PIXELS = 40, 30, 52, 50

ROOM_FOR_LABEL = 1.12
"""The length of the axis, as a multiple of the longest bar, behind which its length is written."""


def stage_chart(panels: Mapping[str, list[MeanStages]]) -> Chart:
    """A chart with a panel for each context, under its name."""
    notes = dagger_notes([one.treatment for found in panels.values() for one in found])
    caption = "Mean latency from producer to consumer by stage, ms"
    return draw("stages-chart", caption, stage_figure(panels), *notes)


def stage_figure(panels: Mapping[str, list[MeanStages]]) -> go.Figure:
    """The figure of the chart."""
    figure = _panels(panels)
    for number, found in enumerate(panels.values(), start=1):
        for trace in [*_bars(found), _lengths(found)]:
            figure.add_trace(trace, row=number, col=1)
        names = [_name(one.treatment) for one in found]
        rows = {"tickvals": list(range(len(found))), "ticktext": names, "range": [len(found) - 0.5, -0.5]}
        figure.update_yaxes(row=number, col=1, **rows)
    name_each_once(figure)
    longest = max(one.whole for found in panels.values() for one in found)
    _lay_out(figure, _height(panels), longest)
    return figure


def _name(treatment: Treatment) -> str:
    return f"{short_name(treatment)}{dagger(treatment, Span.PRODUCER_BROKER)}{NO_BREAK}"


def _panels(panels: Mapping[str, list[MeanStages]]) -> go.Figure:
    several = len(panels) > 1
    return make_subplots(
        rows=len(panels),
        shared_xaxes=True,
        subplot_titles=list(panels) if several else None,
        row_heights=[len(found) for found in panels.values()],
        vertical_spacing=TITLE_PIXELS / _height(panels) if several else 0,
    )


def _height(panels: Mapping[str, list[MeanStages]]) -> int:
    rows = sum(len(found) for found in panels.values())
    return rows * ROW_PIXELS + len(panels) * TITLE_PIXELS + LEGEND_PIXELS + AXIS_PIXELS


def _bars(found: list[MeanStages]) -> list[go.Bar]:
    """A trace for each stage that a treatment has; its legend is in the order of the stages."""
    return [_bar(stage, found) for stage in occurring(found)]


def _bar(stage: str, found: list[MeanStages]) -> go.Bar:
    own = [(row, one.means[stage]) for row, one in enumerate(found) if stage in one.means]
    return go.Bar(
        orientation="h",
        y=[row for row, _ in own],
        x=[mean for _, mean in own],
        name=in_words(stage),
        legendrank=list(STAGES).index(stage),
        width=0.62,
        marker={"color": PARTS[list(STAGES).index(stage)], "line": {"width": 0}},
        text=[significant(mean, 2) for _, mean in own],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        hovertemplate=f"{in_words(stage)}: %{{x:.3~g}} ms<extra></extra>",
    )


def _lengths(found: list[MeanStages]) -> go.Scatter:
    """The length of each bar, written behind it."""
    return go.Scatter(
        x=[one.whole for one in found],
        y=list(range(len(found))),
        mode="text",
        text=[f" <b>{significant(one.whole)}</b>" for one in found],
        textposition="middle right",
        cliponaxis=False,
        hoverinfo="skip",
        name="",
    )


def _lay_out(figure: go.Figure, height: int, longest: float) -> None:
    lay_out(
        figure,
        height,
        top=LEGEND_PIXELS,
        bottom=AXIS_PIXELS - 14,
        barmode="stack",
        legend=_legend(height, has_title=bool(figure.layout.annotations)),
        uniformtext={"minsize": 11, "mode": "hide"},
    )
    figure.for_each_trace(lambda trace: trace.update(showlegend=False), {"type": "scatter"})
    figure.update_yaxes(automargin=True, fixedrange=True, showgrid=False, zeroline=False, ticks="")
    axis = {"range": [0, longest * ROOM_FOR_LABEL], "zeroline": False, "showgrid": True}
    figure.update_xaxes(fixedrange=True, automargin=True, **axis)
    figure.update_annotations(x=0, xanchor="left", font={"size": 13})


def _legend(height: int, has_title: bool) -> dict[str, object]:
    """The legend, above the panels and above the title of the first of them."""
    plotted = height - LEGEND_PIXELS - AXIS_PIXELS
    above = TITLE_PIXELS / plotted if has_title else 0
    return {"orientation": "h", "x": 0, "y": 1 + above, "yanchor": "bottom", "traceorder": "normal"}
