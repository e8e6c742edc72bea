"""The published tables, in their form: semantics and transaction time by message size."""

from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, NO_BREAK, count, significant
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.measured_run import MeasuredRun
from include.report.published import PublishedFigure, PublishedFigures
from include.report.sections.published_tables.queueing import QUEUEING, is_mostly_queued, queueing_note
from include.report.treatments import (
    DAGGER_NOTE,
    dagger,
    ordered_treatments,
    other_factors_phrase,
    semantics_look,
    semantics_order,
    short_name,
    transaction_ms,
)


@dataclass(frozen=True)
class TableForm:
    """What one of the four tables shows; ``brackets`` is the metric in brackets behind its value, if any."""

    number: int
    caption: str
    span: Span
    published: str
    metric: str
    brackets: str | None = None


FORMS = (
    TableForm(
        1,
        "Producer-broker latency, ms: mean (p95)",
        Span.PRODUCER_BROKER,
        "latency",
        "latency_mean",
        "latency_p95",
    ),
    TableForm(2, "Producer-broker throughput, MiB/s", Span.PRODUCER_BROKER, "throughput", "throughput"),
    TableForm(
        3,
        "Producer-consumer latency, ms: mean (p95)",
        Span.PRODUCER_CONSUMER,
        "latency",
        "latency_mean",
        "latency_p95",
    ),
    TableForm(4, "Producer-consumer throughput, MiB/s", Span.PRODUCER_CONSUMER, "throughput", "throughput"),
)

NOTE = "Measured: median over the valid repetitions. Ratio: measured divided by published."

TITLES = ("measured", "published", "ratio")


def published_tables(run: MeasuredRun, published: PublishedFigures) -> list[Table]:
    """The four tables, each with a group of rows for every combination of the other factors."""
    return [_table(run, form, published) for form in FORMS]


def _table(run: MeasuredRun, form: TableForm, published: PublishedFigures) -> Table:
    treatments = ordered_treatments(run.plan)
    sizes = sorted({treatment.settings.message_bytes for treatment in treatments})
    columns = [Column("Semantics", numeric=False), Column("Transaction, ms")]
    for size in sizes:
        columns += [Column(title, f"{size:,}{NO_BREAK}B") for title in TITLES]
    groups = tuple(
        RowGroup(tuple(_rows(run, form, published, sizes, others)), others)
        for others in dict.fromkeys(other_factors_phrase(treatment) for treatment in treatments)
    )
    notes = [NOTE, *([queueing_note()] if form.brackets else [])]
    if any(dagger(treatment, form.span) for treatment in treatments):
        notes.append(DAGGER_NOTE)
    caption = f"Table {form.number}. {form.caption}"
    return Table(f"table-{form.number}", caption, tuple(columns), groups, tuple(notes))


def _rows(
    run: MeasuredRun, form: TableForm, published: PublishedFigures, sizes: list[int], others: str
) -> list[Row]:
    rows: dict[str, dict[int, Treatment]] = {}
    for treatment in ordered_treatments(run.plan):
        if other_factors_phrase(treatment) == others:
            rows.setdefault(short_name(treatment), {})[treatment.settings.message_bytes] = treatment
    in_order = sorted(rows.values(), key=lambda by_size: semantics_order(next(iter(by_size.values()))))
    return [_row(run, form, published, sizes, by_size) for by_size in in_order]


def _row(
    run: MeasuredRun,
    form: TableForm,
    published: PublishedFigures,
    sizes: list[int],
    by_size: dict[int, Treatment],
) -> Row:
    first = next(iter(by_size.values()))
    mark = dagger(first, form.span)
    cells = [first.settings.label + mark, count(transaction_ms(first))]
    for size in sizes:
        cells += _cells(run, form, published, by_size.get(size), mark)
    return Row(tuple(cells), semantics_look(first))


def _cells(
    run: MeasuredRun,
    form: TableForm,
    published: PublishedFigures,
    treatment: Treatment | None,
    mark: str,
) -> list[str]:
    if treatment is None:
        return [DASH] * len(TITLES)
    measured = run.estimate(treatment.id, form.metric, form.span)
    brackets = run.estimate(treatment.id, form.brackets, form.span) if form.brackets else None
    text = _with_brackets(measured.median if measured else None, brackets.median if brackets else None)
    if measured:
        text += mark
    if form.brackets:
        text += _mark(_measured_queue(run, treatment, form.span))
    figure = published.figure(treatment, form.span, form.published)
    found = _published_cells(figure, measured.median if measured else None)
    return [text, found[0] + _mark(_published_queue(published, treatment, form)), found[1]]


def _mark(is_queue: bool) -> str:
    return QUEUEING if is_queue else ""


def _measured_queue(run: MeasuredRun, treatment: Treatment, span: Span) -> bool:
    found = [run.estimate(treatment.id, metric, span) for metric in ("latency_mean", "throughput")]
    latency, throughput = (one.median if one else None for one in found)
    return is_mostly_queued(treatment, latency, throughput)


def _published_queue(published: PublishedFigures, treatment: Treatment, form: TableForm) -> bool:
    if not form.brackets:
        return False
    found = [published.figure(treatment, form.span, quantity) for quantity in ("latency", "throughput")]
    latency, throughput = (float(one.mean) if one else None for one in found)
    return is_mostly_queued(treatment, latency, throughput)


def _published_cells(figure: PublishedFigure | None, measured: float | None) -> list[str]:
    if figure is None:
        return [DASH, DASH]
    ratio = None if measured is None else measured / float(figure.mean)
    return [figure.text, significant(ratio)]


def _with_brackets(value: float | None, brackets: float | None) -> str:
    return significant(value) if brackets is None else f"{significant(value)} ({significant(brackets)})"
