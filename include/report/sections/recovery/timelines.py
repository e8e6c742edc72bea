"""A chart for each fault: acknowledgements, deliveries and latency over time, with the fault's window."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.rendering.chart import SHADED, Chart, draw, lay_out
from include.rendering.number_format import significant
from include.rendering.palette import NEUTRAL
from include.report.fault_variants import fault_variants_of
from include.report.measured_run import MeasuredRun

HEIGHT = 260

SLICES_PER_SECOND = 10
"""Of a timeline."""


def timelines(run: MeasuredRun) -> list[Chart]:
    """A chart of the first valid cell of each treatment with a fault."""
    return list(_charts(run)) if len(run.table("timelines")) else []


def _charts(run: MeasuredRun) -> Iterator[Chart]:
    for variants in fault_variants_of(run.plan):
        for fault, treatment in variants.disturbed:
            for cell in run.cells_of(treatment.id)[:1]:
                windows = run.rows_of("faults", cell)
                rows = run.rows_of("timelines", cell).sort_values("at")
                identity = f"timeline-{treatment.id}".replace(".", "-").replace("_", "-")
                figure = _figure(rows, windows, variants.look.colour)
                yield draw(identity, f"{variants.name}: {fault} ({windows_text(windows)})", figure)


def windows_text(windows: pd.DataFrame) -> str:
    """The target of each fault, and when it began and ended, in s from the first message."""
    return ", ".join(
        f"{_target(window)}, {significant(window['began'])} to {significant(window['ended'])} s"
        for window in windows.to_dict("records")
    )


def _target(window: Mapping[Hashable, Any]) -> str:
    """The target of a fault; of a network, also how many packets met the fault."""
    seen, dropped = (window.get(name) for name in ("packets_seen", "packets_dropped"))
    if pd.isna(seen):
        return str(window["target"])
    if pd.isna(dropped):
        return f"{window['target']} ({seen:,.0f} packets delayed)"
    return f"{window['target']} ({dropped:,.0f} of {seen:,.0f} packets dropped, {dropped / seen:.2%})"


def _figure(rows: pd.DataFrame, windows: pd.DataFrame, colour: str) -> go.Figure:
    figure = make_subplots(rows=2, shared_xaxes=True, row_heights=[0.6, 0.4], vertical_spacing=0.08)
    for column, name, line in (
        ("acked", "acknowledged", {"color": NEUTRAL.colour, "width": 1.5}),
        ("delivered", "delivered", {"color": colour, "width": 2}),
    ):
        figure.add_trace(_rate_trace(rows, column, name, line), row=1, col=1)
    figure.add_trace(_latency_trace(rows.dropna(subset=["latency_p95"]), colour), row=2, col=1)
    for window in windows.to_dict("records"):
        figure.add_vrect(
            x0=window["began"], x1=window["ended"], fillcolor=SHADED, line_width=0, layer="below"
        )
    _lay_out(figure)
    return figure


def _rate_trace(rows: pd.DataFrame, column: str, name: str, line: dict[str, Any]) -> go.Scatter:
    return go.Scatter(
        x=rows["at"].tolist(),
        y=(rows[column] * SLICES_PER_SECOND).tolist(),
        name=name,
        mode="lines",
        line={**line, "shape": "hv"},
        hovertemplate=f"%{{x:.1f}} s: %{{y:,.0f}} {name}/s<extra></extra>",
    )


def _latency_trace(rows: pd.DataFrame, colour: str) -> go.Scatter:
    return go.Scatter(
        x=rows["at"].tolist(),
        y=rows["latency_p95"].tolist(),
        mode="markers",
        marker={"color": colour, "size": 4},
        showlegend=False,
        hovertemplate="%{x:.1f} s: p95 %{y:.3~g} ms<extra></extra>",
    )


def _lay_out(figure: go.Figure) -> None:
    legend = {"orientation": "h", "x": 0, "y": 1.16}
    lay_out(figure, HEIGHT, top=26, bottom=36, font_size=12, legend=legend)
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=False, rangemode="tozero", automargin=True)
    figure.update_xaxes(title="s from the first message", row=2)
    figure.update_yaxes(fixedrange=True, automargin=True, zeroline=False, nticks=4)
    figure.update_yaxes(title="messages/s", rangemode="tozero", row=1)
    figure.update_yaxes(title="p95, ms", type="log", dtick=1, row=2)
