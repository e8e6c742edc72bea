"""The published tables, in their form: semantics and transaction time by message size."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, NO_BREAK, count, significant
from include.rendering.table import Table
from include.rendering.words import capitalised
from include.report.grouping import grouped
from include.report.literature import PublishedFigures
from include.report.measured_run import MeasuredRun
from include.report.queueing import MEBIBYTE
from include.report.tables import ItemColumn, grouped_table, number, words
from include.report.treatments.metric import TreatmentMetric
from include.report.treatments.names import (
    DAGGER_NOTE,
    dagger,
    ordered_treatments,
    other_factors_phrase,
    semantics_look,
    semantics_order,
    short_name,
    transaction_ms,
)
from include.scenarios.kafka_client_settings import kafka_settings

BySize = Mapping[int, Treatment]
"""Treatments that differ only in the message size, by that size in bytes: a row of a table."""

NOTE = "Measured: median over the valid repetitions. Ratio: measured divided by published."

QUEUEING = "‡"

QUEUEING_NOTE = (
    f"{QUEUEING} A queue: the throughput times the mean latency is more than all requests together hold "
    "that may be in flight, so that messages waited in the producer, which sends as fast as its client "
    "takes them. Such a latency depends on the number of messages, and does not show the cost of a "
    "guarantee."
)


@dataclass(frozen=True)
class TableForm:
    """The number of one of the four published tables, and the span and the quantity that it shows."""

    number: int
    span: Span
    is_latency: bool
    """Whether it shows the mean latency with the 95th percentile in brackets; otherwise the throughput."""

    @property
    def caption(self) -> str:
        """The caption of the published table."""
        quantity = "latency, ms: mean (p95)" if self.is_latency else "throughput, MiB/s"
        return f"Table {self.number}. {capitalised(self.span)} {quantity}"

    def measured(self, run: MeasuredRun, treatment: Treatment) -> float | None:
        """The measured median; of latencies, that of the means."""
        metric = "latency_mean" if self.is_latency else "throughput"
        return TreatmentMetric(metric, self.span).median(run, treatment)


FORMS = (
    TableForm(1, Span.PRODUCER_BROKER, is_latency=True),
    TableForm(2, Span.PRODUCER_BROKER, is_latency=False),
    TableForm(3, Span.PRODUCER_CONSUMER, is_latency=True),
    TableForm(4, Span.PRODUCER_CONSUMER, is_latency=False),
)


def published_tables(run: MeasuredRun, published: PublishedFigures) -> list[Table]:
    """The four tables, each with a group of rows for every combination of the other factors."""
    return [_table(run, form, published) for form in FORMS]


def _table(run: MeasuredRun, form: TableForm, published: PublishedFigures) -> Table:
    treatments = ordered_treatments(run.plan)
    columns: list[ItemColumn[BySize]] = [
        words("Semantics", lambda row: _label(form, _first(row))),
        number("Transaction, ms", lambda row: count(transaction_ms(_first(row)))),
    ]
    for size in sorted({treatment.settings.message_bytes for treatment in treatments}):
        columns += _size_columns(run, form, published, size)
    groups = ((others, _rows(group)) for others, group in grouped(treatments, other_factors_phrase).items())
    notes = [NOTE, *([QUEUEING_NOTE] if form.is_latency else [])]
    if any(dagger(treatment, form.span) for treatment in treatments):
        notes.append(DAGGER_NOTE)
    identity = f"table-{form.number}"
    return grouped_table(
        identity, form.caption, columns, groups, notes, lambda row: semantics_look(_first(row))
    )


def _rows(treatments: list[Treatment]) -> list[BySize]:
    in_order = sorted(
        grouped(treatments, short_name).values(), key=lambda of_name: semantics_order(of_name[0])
    )
    return [{treatment.settings.message_bytes: treatment for treatment in of_name} for of_name in in_order]


def _first(row: BySize) -> Treatment:
    return next(iter(row.values()))


def _label(form: TableForm, treatment: Treatment) -> str:
    return treatment.settings.label + dagger(treatment, form.span)


def _size_columns(
    run: MeasuredRun, form: TableForm, published: PublishedFigures, size: int
) -> list[ItemColumn[BySize]]:
    def column(title: str, text: Callable[[Treatment], str]) -> ItemColumn[BySize]:
        return number(title, lambda row: text(row[size]) if size in row else DASH, f"{size:,}{NO_BREAK}B")

    return [
        column("measured", partial(_measured, run, form)),
        column("published", partial(_published, published, form)),
        column("ratio", partial(_ratio, run, published, form)),
    ]


def _measured(run: MeasuredRun, form: TableForm, treatment: Treatment) -> str:
    value = form.measured(run, treatment)
    mark = "" if value is None else dagger(treatment, form.span)
    if not form.is_latency:
        return significant(value) + mark
    p95, throughput = (
        TreatmentMetric(name, form.span).median(run, treatment) for name in ("latency_p95", "throughput")
    )
    brackets = "" if p95 is None else f" ({significant(p95)})"
    queue = QUEUEING if _is_mostly_queued(treatment, value, throughput) else ""
    return significant(value) + brackets + mark + queue


def _published(published: PublishedFigures, form: TableForm, treatment: Treatment) -> str:
    latency, throughput = (
        published.figure(treatment, form.span, quantity) for quantity in ("latency", "throughput")
    )
    if not form.is_latency:
        return throughput.text if throughput else DASH
    means = latency and throughput and (float(latency.mean), float(throughput.mean))
    queue = QUEUEING if means and _is_mostly_queued(treatment, *means) else ""
    return latency.text + queue if latency else DASH


def _ratio(run: MeasuredRun, published: PublishedFigures, form: TableForm, treatment: Treatment) -> str:
    measured = form.measured(run, treatment)
    figure = published.figure(treatment, form.span, "latency" if form.is_latency else "throughput")
    return DASH if measured is None or figure is None else significant(measured / float(figure.mean))


def _is_mostly_queued(treatment: Treatment, mean_latency_ms: float | None, throughput: float | None) -> bool:
    """Whether more waits on average than requests in flight can hold, so that the rest stands in a queue.

    By Little's law what is under way is the throughput (MiB/s) times the mean latency.
    """
    if treatment.settings.is_paced or mean_latency_ms is None or throughput is None:
        return False
    return mean_latency_ms / 1000 * throughput > _in_flight_mebibytes(treatment)


def _in_flight_mebibytes(treatment: Treatment) -> float:
    """The most that the requests in flight hold: each has one batch of each partition of its broker."""
    settings = kafka_settings(treatment.settings)
    return settings.delivery_config.max_in_flight * settings.partitions * settings.batch_bytes / MEBIBYTE
