"""The measurements of a treatment: the rates that its cells held, and the queue of its producer."""

import pandas as pd

from include.matrix.plan import Plan, Treatment
from include.metrics.registry import Span
from include.report.measured_run import MeasuredRun
from include.verdicts.held_rate import is_held, is_held_by_most

MEBIBYTE = 1024 * 1024

QUEUE_NOTE = (
    "A producer without a fixed rate sends as fast as its client takes messages: the latency includes the "
    "time that messages wait in the client's own queue, and does not show the cost of a guarantee."
)


def held_rates(run: MeasuredRun, treatment: Treatment) -> "pd.Series[float]":
    """The held rate in percent of each valid cell, by block: the lower rate of the two spans."""
    spans = [run.repetitions(treatment.id, f"{span.column}_rate_held") for span in Span]
    return pd.concat(spans, axis=1).min(axis=1)


def is_rate_held(run: MeasuredRun, treatment: Treatment) -> bool:
    """Whether most valid cells of a treatment held their rate."""
    rates = held_rates(run, treatment)
    return is_held_by_most(sum(map(is_held, rates)), len(rates))


def is_queueing(treatment: Treatment) -> bool:
    """Whether the latency of a treatment is the time in the queue of its own producer."""
    settings = treatment.settings
    is_waiting = (
        settings.traits.is_paced or settings.traits.has_backlog or settings.traits.waits_for_each_message
    )
    return settings.traits.server is None and not is_waiting


def queue_notes(plan: Plan) -> list[str]:
    """The note about latencies of loads without a fixed rate; none where there are no such loads."""
    return [QUEUE_NOTE] if any(map(is_queueing, plan.treatments)) else []


def waiting_median(run: MeasuredRun, treatment: Treatment, span: Span) -> float:
    """The data in MiB that is sent and not yet acknowledged or received: the median over the cells, or NaN.

    By Little's law, this is the throughput times the mean latency. Source: Little, Operations Research 9,
    1961.
    """
    throughput = run.repetitions(treatment.id, f"{span.column}_throughput")
    return float((mean_latencies(run, treatment, span) / 1000 * throughput).median())


def share_of_time(run: MeasuredRun, treatment: Treatment, span: Span) -> float:
    """The mean latency as a share of the total time of a cell: the median over the cells, or NaN.

    The share is a half where the whole load was handed over at once and taken at a constant rate.
    """
    seconds = run.repetitions(treatment.id, f"{span.column}_total_time")
    return float((mean_latencies(run, treatment, span) / 1000 / seconds[seconds > 0]).median())


def mean_latencies(run: MeasuredRun, treatment: Treatment, span: Span) -> "pd.Series[float]":
    """The mean latency of each valid cell in ms, by block."""
    return run.repetitions(treatment.id, f"{span.column}_latency_mean")
