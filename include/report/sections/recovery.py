"""The recovery of the load programs from each fault."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd

from include.kinds.metrics.registry import Span
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts
from include.report.pages.chart_layout import (
    AXIS_NAME_PIXELS,
    TICK_PIXELS,
    Chart,
    Drawing,
    draw,
    panels_below,
)
from include.report.pages.palette import NEUTRAL, RED, Look
from include.report.pages.panel import SHADE, Panel
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import DASH, count, significant
from include.report.sections.section import ReportSection, SectionRecord, section
from include.report.treatments.groups import Disturbed, fault_variants_of, has_faults
from include.report.treatments.names import dagger, dagger_notes
from include.verdicts.comparison.samples import Kind

SLICES_PER_SECOND = 10

HOW_TO_READ = (
    "The upper panel shows the rates of the first valid repetition under each fault, in tenths of a second. "
    "The lower panels show messages of all valid repetitions, by their creation time and latency. The times "
    "of the faults are shaded; the shade is darker where the faults of several repetitions overlap. A small "
    "dot is an ordinary message; only a sample of these messages is drawn. A large mark is a message with a "
    "violation, allowed or not, or a message that was never received; at most 200 of each kind are drawn for "
    "each repetition."
)

MOST_DOTS = 300

RATES = "messages/s"
LATENCIES = "latency of messages, ms, logarithmic"
NEVER = "messages that were never received"

STRIP_PIXELS = 22.0

FATES = {
    "not_delivered": Look(NEUTRAL.colour, "|"),
    "lost": Look(RED.colour, "X"),
    "gone": Look(RED.colour, "P"),
    "duplicated": Look(RED.colour, "D"),
    "out_of_order": Look(RED.colour, "^"),
    "aborted_seen": Look(RED.colour, "s"),
    "torn": Look(RED.colour, "o"),
    "hanging": Look(RED.colour, "*"),
    "corrupted": Look(RED.colour, "v"),
}
"""The ``Look`` of a message's mark in a chart, by the fate of the message. Messages that were received
normally have no entry."""

GAP, DIP, AGAIN = "Longest gap in", "Dip in deliveries", "Sent again"

NOTE = (
    "Medians over the valid repetitions; transactions and programs are sums over the measured cells. A gap "
    "is the longest time without an acknowledgement (or a delivery) in a partition, from the start of the "
    "fault to the last acknowledgement (or delivery) of the partition. A partition that has none after the "
    "start of the fault is left out. “Without” is the gap in the same time of the same treatment without a "
    "fault. Depth is the largest fall of the rate of deliveries, as a share of the rate before the fault; "
    "the rate is computed over quarters of a second. Length is the time in which this rate was below half of "
    "the rate before the fault. A program is replaced, as a supervisor would do, when its client has given "
    "up, or when a copier has not returned from sending offsets within 20 s. The latency is end to end, and "
    "each ratio compares two cells of the same block."
)


def _build(run: MeasuredRun) -> ReportSection:
    charts = Charts(timelines(run), HOW_TO_READ)
    return section("recovery-section", "Recovery", recovery_table(run), charts)


def recovery_table(run: MeasuredRun) -> Table:
    """A table of the treatments with a fault, each compared with the same treatment without the fault."""

    def median(metric: str, title: str, shared_title: str, factor: float = 1) -> ItemColumn[Disturbed]:
        return number(title, lambda item: _median(run, item.treatment, metric, factor), shared_title)

    def without(metric: str) -> ItemColumn[Disturbed]:
        return number("without", lambda item: _median(run, item.undisturbed, metric), GAP)

    def transactions(metric: str, title: str) -> ItemColumn[Disturbed]:
        def text(item: Disturbed) -> str:
            has_any = run.total(item.treatment.id, "transactions")
            return count(run.total(item.treatment.id, metric)) if has_any else DASH

        return number(title, text, "Transactions")

    def acknowledgement_gap(item: Disturbed) -> str:
        mark = dagger(item.treatment, Span.PRODUCER_BROKER)
        return _median(run, item.treatment, "acknowledgement_gap") + mark

    columns: list[ItemColumn[Disturbed]] = [
        words("Fault", lambda item: item.fault),
        number("acknowledgements, s", acknowledgement_gap, GAP),
        without("acknowledgement_gap"),
        median("delivery_gap", "deliveries, s", GAP),
        without("delivery_gap"),
        median("dip_depth", "depth, %", DIP, factor=100),
        median("dip_length", "length, s", DIP),
        median("sent_again", "messages", AGAIN),
        median("requests_retried", "requests", AGAIN),
        transactions("transactions_aborted", "aborted"),
        transactions("transactions", "of"),
        number("replaced", lambda item: count(run.total(item.treatment.id, "replaced")), "Programs"),
        number("p99 latency, times", lambda item: _latency_ratio(run, item), "Against no fault"),
    ]
    groups = (
        (variants.name, [item for item in variants.disturbed if run.guarantee(item.treatment.id)])
        for variants in fault_variants_of(run.plan)
    )
    notes = (NOTE, *dagger_notes(run.plan.treatments))
    return grouped_table(
        "recovery", "Recovery from each fault", columns, groups, notes, lambda item: item.look
    )


def _median(run: MeasuredRun, treatment: Treatment | None, metric: str, factor: float = 1) -> str:
    median = run.median(treatment.id, metric) if treatment else None
    return DASH if median is None else significant(median * factor)


def _latency_ratio(run: MeasuredRun, item: Disturbed) -> str:
    if item.undisturbed is None:
        return DASH
    column = Span.PRODUCER_CONSUMER.column_of("latency_p99")
    pairs = run.pairs_of(item.treatment.id, item.undisturbed.id, column, Kind.RATIO)
    pairs = pairs.only(pairs.reference != 0)
    return significant(pd.Series(pairs.treatment / pairs.reference).median(), 2)


def timelines(run: MeasuredRun) -> list[Chart]:
    """A chart of each treatment that has a fault and a valid cell."""
    return [
        _timeline(run, variants.name, item, cells)
        for variants in fault_variants_of(run.plan)
        for item in variants.disturbed
        if len(run.table("timelines")) and (cells := run.cells_of(item.treatment.id))
    ]


def _timeline(run: MeasuredRun, name: str, item: Disturbed, cells: Sequence[str]) -> Chart:
    rows = run.rows_of("timelines", cells[0]).sort_values("at")
    windows = [run.rows_of("faults", cell) for cell in cells]
    fates = pd.concat(run.rows_of("fates", cell) for cell in cells)
    identity = f"timeline-{item.treatment.id}".replace(".", "-").replace("_", "-")
    drawing = _drawing(rows, windows, fates, Look(item.look.colour, "o"))
    return draw(identity, f"{name}: {item.fault} ({windows_text(windows[0])})", drawing)


def windows_text(windows: pd.DataFrame) -> str:
    """The target of each fault, and when the fault began and ended, in s from the first timed message."""
    return ", ".join(map(_window_text, windows.to_dict("records")))


def _window_text(window: Mapping[Hashable, Any]) -> str:
    return f"{_target(window)}, {significant(window['began'])} to {significant(window['ended'])} s"


def _target(window: Mapping[Hashable, Any]) -> str:
    """The target of a fault; for a network fault, also how many packets it affected or dropped."""
    packets, drops = (window.get(name) for name in ("packets_seen", "packets_dropped"))
    if pd.isna(packets):
        return str(window["target"])
    if pd.isna(drops):
        return f"{window['target']} ({packets:,.0f} packets met the fault)"
    return f"{window['target']} ({drops:,.0f} of {packets:,.0f} packets dropped, {drops / packets:.2%})"


def _drawing(rows: pd.DataFrame, windows: Sequence[pd.DataFrame], fates: pd.DataFrame, look: Look) -> Drawing:
    """A drawing of the rates in the first repetition, and of messages' fates in all repetitions.

    Fault windows are shaded.
    """
    received = fates.dropna(subset=["latency"]) if len(fates) else fates
    never = fates.drop(received.index)
    heights = {
        RATES: 110.0,
        **({LATENCIES: 110.0} if len(received) else {}),
        **({NEVER: STRIP_PIXELS} if len(never) else {}),
    }
    drawing = panels_below(list(heights.values()), list(heights), axis=TICK_PIXELS + AXIS_NAME_PIXELS)
    panels = dict(zip(heights, drawing.panels, strict=True))
    for name, panel in panels.items():
        _shade(panel, windows[:1] if name == RATES else windows)
    _draw_rates(drawing, panels[RATES], rows, look)
    if latencies := panels.get(LATENCIES):
        latencies.logarithmic("y")
        latencies.grid("y")
        _draw_fates(drawing, latencies, received, received["latency"], look)
    if strip := panels.get(NEVER):
        strip.ticks("y", [], [])
        strip.axes.set_ylim(-1, 1)
        _draw_fates(drawing, strip, never, pd.Series(0.0, never.index), look)
    drawing.panels[-1].axes.set_xlim(0, None)
    drawing.panels[-1].name_axis("s from the first message after the lead-in")
    return drawing


def _shade(panel: Panel, repetitions: Sequence[pd.DataFrame]) -> None:
    """Shade the fault windows of the repetitions. With more repetitions, each window is paler."""
    for windows in repetitions:
        for window in windows.to_dict("records"):
            opacity = SHADE / len(repetitions)
            panel.shade(window["began"], window["ended"], _window_text(window), opacity)


def _draw_rates(drawing: Drawing, panel: Panel, rows: pd.DataFrame, look: Look) -> None:
    panel.grid("y")
    for column, name, line_look, width in (
        ("acked", "acknowledged", NEUTRAL, 1.5),
        ("delivered", "delivered", look, 2.0),
    ):
        per_second = (rows[column] * SLICES_PER_SECOND).tolist()
        panel.line(rows["at"].tolist(), per_second, line_look, width, has_steps=True)
        drawing.name(name, line_look, has_marker=False)
    panel.axes.set_ylim(0, None)


def _draw_fates(
    drawing: Drawing, panel: Panel, fates: pd.DataFrame, heights: "pd.Series[float]", look: Look
) -> None:
    """Draw marks for messages at their ``heights``; delivered messages have small marks in the background."""
    ordinary = fates[fates["fate"] == "delivered"]
    dots = ordinary.iloc[:: len(ordinary) // MOST_DOTS + 1]
    _draw_messages(panel, dots, heights, look, 2.5)
    for fate, fate_look in FATES.items():
        messages = fates[fates["fate"] == fate]
        if len(messages):
            _draw_messages(panel, messages, heights, fate_look, 6)
            drawing.name(fate.replace("_", " "), fate_look, has_line=False)


def _draw_messages(
    panel: Panel, messages: pd.DataFrame, heights: "pd.Series[float]", look: Look, size: float
) -> None:
    x, y = messages["at"].tolist(), heights[messages.index].tolist()
    panel.markers(x, y, look, None, size, opacity=0.7)


RECORD = SectionRecord("recovery", lambda run: has_faults(run.plan), _build)
