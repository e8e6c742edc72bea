"""How the load programs recovered from each fault."""

from collections.abc import Hashable, Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple

import pandas as pd

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.blocks import Charts, with_rows
from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, Drawing, panels_below
from include.rendering.number_format import DASH, count, significant
from include.rendering.palette import NEUTRAL, Look
from include.rendering.panel import Panel
from include.rendering.table import Table
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.report.tables import ItemColumn, grouped_table, number, words
from include.report.treatments.fault_variants import FaultVariants, fault_variants_of, has_faults
from include.report.treatments.names import dagger, dagger_notes

RATE_PIXELS, LATENCY_PIXELS = 130, 90

SLICES_PER_SECOND = 10
"""Of a timeline."""

HOW_TO_READ = (
    "The first valid repetition under each fault, in tenths of a second. The time of the fault is shaded."
)

GAP, DIP, AGAIN = "Longest gap in", "Dip in deliveries", "Sent again"

NOTE = (
    "Medians over the valid repetitions; transactions and programs are sums over the measured cells. A gap "
    "is the longest time in which some partition had no acknowledgement or no delivery, from the start of "
    "the fault to the last one of that partition; a partition without one after that start is left out. "
    "“Without” is the gap in the same time of the same treatment without a fault. Depth is the deepest fall "
    "of the rate of deliveries in a quarter of a second; length is the time in which it was below half of "
    "the rate before the fault. A program is replaced, as a supervisor would do, when its client has given "
    "up, or a copier has not returned from sending offsets within 20 s. The latency is end to end, and each "
    "ratio is that of two cells of the same block."
)


def _build(run: MeasuredRun) -> ReportSection:
    charts = timelines(run)
    blocks = [Charts(charts, HOW_TO_READ)] if charts else []
    return ReportSection("recovery-section", "Recovery", [*with_rows(recovery_table(run)), *blocks])


def recovery_table(run: MeasuredRun) -> Table:
    """A row for each way to send and receive and each fault, beside the same without the fault."""
    columns: list[ItemColumn[Disturbed]] = [
        words("Fault", lambda item: item.fault),
        number("acknowledgements, s", lambda item: _acknowledgement_gap(run, item.treatment), GAP),
        number("without", lambda item: _median(run, item.undisturbed, "acknowledgement_gap"), GAP),
        _median_column(run, "delivery_gap", "deliveries, s", GAP),
        number("without", lambda item: _median(run, item.undisturbed, "delivery_gap"), GAP),
        _median_column(run, "dip_depth", "depth, %", DIP, factor=100),
        _median_column(run, "dip_length", "length, s", DIP),
        _median_column(run, "sent_again", "messages", AGAIN),
        _median_column(run, "requests_retried", "requests", AGAIN),
        number("aborted", lambda item: _transactions(run, item, "transactions_aborted"), "Transactions"),
        number("of", lambda item: _transactions(run, item, "transactions"), "Transactions"),
        number("replaced", lambda item: count(run.total(item.treatment.id, "replaced")), "Programs"),
        number(
            "p99 latency, times",
            lambda item: _latency_ratio(run, item.treatment, item.undisturbed),
            "Against no fault",
        ),
    ]
    notes = (NOTE, *dagger_notes(run.plan.treatments))
    groups = ((variants.name, _disturbed(run, variants)) for variants in fault_variants_of(run.plan))
    caption = "Recovery from each fault"
    return grouped_table("recovery", caption, columns, groups, notes, lambda item: item.look)


class Disturbed(NamedTuple):
    """A measured treatment with a fault, and the same treatment without it."""

    fault: str
    treatment: Treatment
    undisturbed: Treatment | None
    look: Look


def _disturbed(run: MeasuredRun, variants: FaultVariants) -> Iterator[Disturbed]:
    for fault, treatment in variants.disturbed:
        if run.guarantee(treatment.id) is not None:
            yield Disturbed(fault, treatment, variants.undisturbed, variants.look)


def _median_column(
    run: MeasuredRun, metric: str, title: str, shared_title: str, factor: float = 1
) -> ItemColumn[Disturbed]:
    return number(title, lambda item: _median(run, item.treatment, metric, factor), shared_title)


def _median(run: MeasuredRun, treatment: Treatment | None, metric: str, factor: float = 1) -> str:
    estimate = run.estimate(treatment.id, metric) if treatment else None
    return significant(estimate.median * factor) if estimate else DASH


def _acknowledgement_gap(run: MeasuredRun, treatment: Treatment) -> str:
    return _median(run, treatment, "acknowledgement_gap") + dagger(treatment, Span.PRODUCER_BROKER)


def _transactions(run: MeasuredRun, item: Disturbed, metric: str) -> str:
    return (
        count(run.total(item.treatment.id, metric)) if run.total(item.treatment.id, "transactions") else DASH
    )


def _latency_ratio(run: MeasuredRun, treatment: Treatment, undisturbed: Treatment | None) -> str:
    if undisturbed is None:
        return DASH
    column = f"{Span.PRODUCER_CONSUMER.column}_latency_p99"
    values, references = run.repetitions(treatment.id, column), run.repetitions(undisturbed.id, column)
    ratios = [values[block] / references[block] for block in values.index if references.get(block)]
    return significant(median(ratios), 2) if ratios else DASH


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
    for column, name, line_look, width in (
        ("acked", "acknowledged", NEUTRAL, 1.5),
        ("delivered", "delivered", look, 2.0),
    ):
        per_second = (rows[column] * SLICES_PER_SECOND).tolist()
        rates.line(rows["at"].tolist(), per_second, line_look, width, has_steps=True)
        drawing.name(name, line_look, has_marker=False)
    _draw_latencies(latencies, rows.dropna(subset=["latency_p95"]), look)
    rates.from_zero("y")
    latencies.from_zero("x")
    latencies.name_axis("s from the first message")
    return drawing


def _draw_latencies(panel: Panel, rows: pd.DataFrame, look: Look) -> None:
    times, values = rows["at"].tolist(), rows["latency_p95"].tolist()
    titles = [f"{at:.1f} s: p95 {significant(value)} ms" for at, value in zip(times, values, strict=True)]
    panel.markers(times, values, look, titles, size=4)


RECORD = SectionRecord("recovery", lambda run: has_faults(run.plan), _build)
