"""A chart of latency percentiles, and a table of latency, throughput and total time for each span."""

from functools import partial
from math import log10

import pandas as pd

from include.kinds.metrics.registry import Span
from include.plan.plan import Plan
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts
from include.report.pages.chart_layout import Chart
from include.report.pages.estimate_text import interval_line
from include.report.pages.series_chart import ChartSeries, Point, SeriesPanel, series_chart, with_dashed_looks
from include.report.pages.table import ItemColumn, Table, number
from include.report.pages.wording import DASH, count, percent, significant
from include.report.sections.section import ReportSection, SectionRecord, always, section
from include.report.treatment_table import median_and_interval, median_column, treatment_table
from include.report.treatments.held_rates_of_treatment import is_rate_held
from include.report.treatments.names import (
    dagger,
    dagger_notes,
    semantics_look,
    short_name,
    treatments_by_context,
)

NOTE = (
    "Each figure is the median, over n valid repetitions, of the figure of a cell. “Waiting” is the mean "
    "latency times the throughput: the average amount that was sent, but not yet acknowledged or received "
    "(Little's law)."
)

SHARE_NOTE = (
    "For loads without a fixed rate, the mean latency is also shown as a share of the total time. If all "
    "messages of a cell were handed over at once and then taken at a constant rate, this share would be one "
    "half."
)

QUEUE_NOTE = (
    "A producer without a fixed rate sends as fast as its client takes messages: the latency includes the "
    "time that messages wait in the client's own queue, and does not show the cost of a guarantee."
)

TITLES = {"p999": "p99.9", "p99_with_lead_in": "p99 with lead-in"}

TAIL = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999}
"""The percentiles of the chart, each with the share of the messages below it."""

MOST_PANELS = 4
"""The maximum number of panels of the chart. With more panels there is no chart."""

HOW_TO_READ = (
    "The horizontal axis gives rare latencies the same room as frequent latencies: the step from 90 to 99 % "
    "is as wide as the step from 99 to 99.9 %. The chart shows treatments without a fault whose fixed rate "
    "was held by most cells. Values are medians over the valid repetitions, with 95% intervals."
)


def _build(run: MeasuredRun) -> ReportSection:
    tables = [_percentile_table(run, span) for span in Span]
    return section("percentiles", "Percentiles", Charts(_tail_charts(run), HOW_TO_READ), *tables)


def _tail_charts(run: MeasuredRun) -> list[Chart]:
    panels = {
        context: list(filter(None, map(partial(_tail, run), treatments)))
        for context, treatments in treatments_by_context(run.plan).items()
    }
    series_panels = [
        SeriesPanel(with_dashed_looks(series), context if len(panels) > 1 else "", TICKS)
        for context, series in panels.items()
        if series
    ]
    if not 0 < len(series_panels) <= MOST_PANELS:
        return []
    caption = "Percentiles of the producer-consumer latency, ms, logarithmic"
    axis = "share of the messages with a lower latency, %"
    return [series_chart("percentiles-chart", caption, series_panels, 260, axis, ("y",))]


def _place(share: float) -> float:
    """The place of a percentile on the axis.

    The axis has the same length from 90 to 99 % as from 99 to 99.9 %.
    """
    return -log10(1 - share)


TICKS = {_place(share): f"{100 * share:g}" for share in TAIL.values()}


def _tail(run: MeasuredRun, treatment: Treatment) -> ChartSeries | None:
    """The percentiles of a treatment; None if a fault, a loss of packets or a queue decides its latency."""
    traits = treatment.traits
    is_steady = traits.pace.is_fixed and not traits.flow.has_backlog and not traits.disturbance.is_injected
    if not is_steady or not is_rate_held(run, treatment):
        return None
    name, points = short_name(treatment), []
    for which, share in TAIL.items():
        if estimate := run.estimate(treatment.id, Span.PRODUCER_CONSUMER.column_of(f"latency_{which}")):
            percentile = f"{TITLES.get(which, which)}: {significant(estimate.median)} ms"
            mark = f"{name}\n{percentile}{interval_line(estimate)}"
            points.append(Point(_place(share), estimate.median, mark, estimate.ends))
    return ChartSeries(name, semantics_look(treatment), points, size=7) if points else None


def _percentile_table(run: MeasuredRun, span: Span) -> Table:
    latency, throughput = "latency, ms", "throughput"

    def median(name: str, title: str, shared_title: str) -> ItemColumn[Treatment]:
        return median_column(run, span.column_of(name), title, shared_title)

    def share(treatment: Treatment) -> str:
        return (
            marked(percent(_share_of_time(run, treatment, span)), treatment)
            if is_queueing(treatment)
            else DASH
        )

    def waiting(treatment: Treatment) -> str:
        return marked(significant(_waiting_median(run, treatment, span), 2), treatment)

    def marked(text: str, treatment: Treatment) -> str:
        return text if text == DASH else text + dagger(treatment, span)

    columns: list[ItemColumn[Treatment]] = [
        number("n", lambda treatment: count(len(run.repetitions(treatment.id, "sent")))),
        *median_and_interval(run, span.column_of("latency_mean"), "mean", latency),
        *(
            median(f"latency_{which}", TITLES.get(which, which), latency)
            for which in (*TAIL, "max", "p99_with_lead_in")
        ),
        number("mean latency, share of the total time", share),
        number("waiting, MiB", waiting),
        *median_and_interval(run, span.column_of("throughput"), "MiB/s", throughput),
        median("rate", "messages/s", throughput),
        median("total_time", "s", "total time"),
    ]
    about_queues = _queue_notes(run.plan)
    notes = [NOTE, *([SHARE_NOTE] if about_queues else []), *about_queues]
    notes += dagger_notes(run.plan.treatments) if span is Span.PRODUCER_BROKER else []
    caption = f"Latency, throughput and total time, {span}"
    return treatment_table(run, f"percentiles-{span}", caption, columns, notes)


def is_queueing(treatment: Treatment) -> bool:
    """Whether the latency of a treatment is mainly the time that messages wait in the producer's queue."""
    traits = treatment.traits
    is_waiting = traits.pace.is_fixed or traits.flow.has_backlog or traits.pace.waits_for_each_message
    return traits.needs.server is None and not is_waiting


def _queue_notes(plan: Plan) -> list[str]:
    """The note about latencies that are mainly time in the client's queue; empty if there are none."""
    return [QUEUE_NOTE] if any(map(is_queueing, plan.treatments)) else []


def _waiting_median(run: MeasuredRun, treatment: Treatment, span: Span) -> float:
    """The data, in MiB, that waits for acknowledgement or receipt: the median over the cells, or NaN.

    By Little's law, the waiting data is the throughput times the mean latency. Source: Little, Operations
    Research 9, 1961.
    """
    throughput = run.repetitions(treatment.id, span.column_of("throughput"))
    return float((_mean_latencies(run, treatment, span) / 1000 * throughput).median())


def _share_of_time(run: MeasuredRun, treatment: Treatment, span: Span) -> float:
    """The median of the cells' mean latency divided by their total time; NaN without a valid cell.

    The share is 0.5 if the whole load was handed over at once, and was then acknowledged or received at a
    constant rate.
    """
    seconds = run.repetitions(treatment.id, span.column_of("total_time"))
    return float((_mean_latencies(run, treatment, span) / 1000 / seconds[seconds > 0]).median())


def _mean_latencies(run: MeasuredRun, treatment: Treatment, span: Span) -> "pd.Series[float]":
    """The mean latency of each valid cell in ms, by block."""
    return run.repetitions(treatment.id, span.column_of("latency_mean"))


RECORD = SectionRecord("percentiles", always, _build)
