"""A chart for each fault: acknowledgements, deliveries and latency over time, with the fault's window."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import pandas as pd

from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, Drawing, panels_below
from include.rendering.number_format import significant
from include.rendering.palette import NEUTRAL, Look
from include.rendering.panel import Panel
from include.report.measured_run import MeasuredRun
from include.report.treatments.fault_variants import fault_variants_of

RATE_PIXELS, LATENCY_PIXELS = 130, 90

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
                drawing = _drawing(rows, windows, Look(variants.look.colour, "o"))
                yield draw(identity, f"{variants.name}: {fault} ({windows_text(windows)})", drawing)


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


def _drawing(rows: pd.DataFrame, windows: pd.DataFrame, look: Look) -> Drawing:
    drawing = panels_below(
        [RATE_PIXELS, LATENCY_PIXELS], ["messages/s", "p95, ms"], axis=TICK_PIXELS + AXIS_NAME_PIXELS
    )
    rates, latencies = drawing.panels
    latencies.logarithmic("y")
    for panel in drawing.panels:
        panel.grid("y")
        for window in windows.to_dict("records"):
            panel.shade(window["began"], window["ended"], windows_text(pd.DataFrame([window])))
    for column, name, own, width in (
        ("acked", "acknowledged", NEUTRAL, 1.5),
        ("delivered", "delivered", look, 2.0),
    ):
        per_second = (rows[column] * SLICES_PER_SECOND).tolist()
        rates.line(rows["at"].tolist(), per_second, own, width, has_steps=True)
        drawing.name(name, own, has_marker=False)
    _draw_latencies(latencies, rows.dropna(subset=["latency_p95"]), look)
    rates.from_zero("y")
    latencies.from_zero("x")
    latencies.name_axis("s from the first message")
    return drawing


def _draw_latencies(panel: Panel, rows: pd.DataFrame, look: Look) -> None:
    times, values = rows["at"].tolist(), rows["latency_p95"].tolist()
    titles = [f"{at:.1f} s: p95 {significant(value)} ms" for at, value in zip(times, values, strict=True)]
    panel.markers(times, values, look, titles, size=4)
