"""A chart a fault: acknowledgements and deliveries over time, latency below, the fault's window behind."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.rendering.chart import Chart, draw, plain
from include.rendering.number_format import significant
from include.rendering.palette import NEUTRAL
from include.report.run import Run
from include.report.sections.guarantees.fault_variants import has_faults, ways_of

HEIGHT = 260

A_SECOND = 10
"""Slices of a timeline in a second."""

WINDOW = "rgba(200, 60, 60, 0.16)"


def timelines(run: Run) -> list[Chart]:
    """A chart for each way and fault: the first repetition that was measured."""
    return list(_charts(run)) if has_faults(run.plan) and len(run.timelines) else []


def _charts(run: Run) -> Iterator[Chart]:
    for way in ways_of(run.plan):
        for fault, treatment in way.disturbed:
            for cell in run.cells_of(treatment.id)[:1]:
                windows = run.windows[run.windows["cell"] == cell]
                rows = run.timelines[run.timelines["cell"] == cell].sort_values("at")
                identity = f"timeline-{treatment.id}".replace(".", "-").replace("_", "-")
                figure = _figure(rows, windows, way.look.colour)
                yield draw(identity, f"{way.name}: {fault} ({windows_text(windows)})", figure)


def windows_text(windows: pd.DataFrame) -> str:
    """What each fault was aimed at, and from when to when, in s from the first message."""
    return ", ".join(
        f"{_target(window)}, {significant(window['began'])} to {significant(window['ended'])} s"
        for window in windows.to_dict("records")
    )


def _target(window: Mapping[Hashable, Any]) -> str:
    """What was broken; of a network, how many packets met the fault."""
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
        trace = go.Scatter(
            x=rows["at"].tolist(),
            y=(rows[column] * A_SECOND).tolist(),
            name=name,
            mode="lines",
            line={**line, "shape": "hv"},
            hovertemplate=f"%{{x:.1f}} s: %{{y:,.0f}} {name}/s<extra></extra>",
        )
        figure.add_trace(trace, row=1, col=1)
    latencies = rows.dropna(subset=["latency_p95"])
    trace = go.Scatter(
        x=latencies["at"].tolist(),
        y=latencies["latency_p95"].tolist(),
        mode="markers",
        marker={"color": colour, "size": 4},
        showlegend=False,
        hovertemplate="%{x:.1f} s: p95 %{y:.3~g} ms<extra></extra>",
    )
    figure.add_trace(trace, row=2, col=1)
    for window in windows.to_dict("records"):
        figure.add_vrect(
            x0=window["began"], x1=window["ended"], fillcolor=WINDOW, line_width=0, layer="below"
        )
    _lay_out(figure)
    return figure


def _lay_out(figure: go.Figure) -> None:
    plain(
        figure,
        height=HEIGHT,
        margin={"l": 10, "r": 16, "t": 26, "b": 36},
        font={"family": "system-ui, sans-serif", "size": 12},
        legend={"orientation": "h", "x": 0, "y": 1.16},
    )
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=False, rangemode="tozero", automargin=True)
    figure.update_xaxes(title="s from the first message", row=2)
    figure.update_yaxes(fixedrange=True, automargin=True, zeroline=False, nticks=4)
    figure.update_yaxes(title="messages/s", rangemode="tozero", row=1)
    figure.update_yaxes(title="p95, ms", type="log", dtick=1, row=2)
