"""Tables 1 to 4 in the form of the thesis: semantics and transaction time by message size."""

from dataclasses import dataclass

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, NO_BREAK, count, significant
from include.rendering.table import Column, Group, Row, Table
from include.report.published import Figure, Published
from include.report.run import Run
from include.report.treatments import (
    DAGGER_NOTE,
    dagger,
    ordered,
    others_phrase,
    semantics,
    semantics_look,
    short_name,
    strength,
    transaction_ms,
)


@dataclass(frozen=True)
class Form:
    """What one of the four tables shows; ``brackets`` is the metric behind its value, if any."""

    number: int
    caption: str
    span: Span
    published: str
    metric: str
    brackets: str | None


FORMS = (
    Form(
        1,
        "Producer-broker latency, ms: mean (p95)",
        Span.PRODUCER_BROKER,
        "latency",
        "latency_mean",
        "latency_p95",
    ),
    Form(2, "Producer-broker throughput, MiB/s", Span.PRODUCER_BROKER, "throughput", "throughput", None),
    Form(
        3,
        "Producer-consumer latency, ms: mean (p95)",
        Span.PRODUCER_CONSUMER,
        "latency",
        "latency_mean",
        "latency_p95",
    ),
    Form(4, "Producer-consumer throughput, MiB/s", Span.PRODUCER_CONSUMER, "throughput", "throughput", None),
)

MEDIAN_NOTE = "Measured: median over the repetitions."
RATIO_NOTE = f"{MEDIAN_NOTE} Ratio: measured by published."


def thesis_tables(run: Run, published: Published | None) -> list[Table]:
    """The four tables, each with a group of rows for every combination of the other factors."""
    return [_table(run, form, published) for form in FORMS]


def _table(run: Run, form: Form, published: Published | None) -> Table:
    treatments = ordered(run.plan)
    sizes = sorted({treatment.settings.message_bytes for treatment in treatments})
    columns = [Column("Semantics", numeric=False), Column("Transaction, ms")]
    for size in sizes:
        columns += [Column(title, over=f"{size:,}{NO_BREAK}B") for title in _titles(published)]
    groups = tuple(
        Group(tuple(_rows(run, form, published, sizes, others)), others)
        for others in dict.fromkeys(others_phrase(treatment) for treatment in treatments)
    )
    notes = [RATIO_NOTE if published else MEDIAN_NOTE]
    if _has_dagger(form, treatments):
        notes.append(DAGGER_NOTE)
    return Table(
        f"table-{form.number}", f"Table {form.number}. {form.caption}", tuple(columns), groups, tuple(notes)
    )


def _titles(published: Published | None) -> list[str]:
    return ["measured", "published", "ratio"] if published else ["measured"]


def _rows(run: Run, form: Form, published: Published | None, sizes: list[int], others: str) -> list[Row]:
    rows: dict[str, dict[int, Treatment]] = {}
    for treatment in ordered(run.plan):
        if others_phrase(treatment) == others:
            rows.setdefault(short_name(treatment), {})[treatment.settings.message_bytes] = treatment
    strongest_last = sorted(rows.values(), key=lambda by_size: strength(next(iter(by_size.values()))))
    return [_row(run, form, published, sizes, by_size) for by_size in strongest_last]


def _row(
    run: Run, form: Form, published: Published | None, sizes: list[int], by_size: dict[int, Treatment]
) -> Row:
    first = next(iter(by_size.values()))
    mark = dagger(first, form.span)
    transaction = transaction_ms(first)
    cells = [semantics(first) + mark, count(transaction)]
    for size in sizes:
        cells += _cells(run, form, published, by_size.get(size), mark)
    return Row(tuple(cells), semantics_look(first))


def _cells(
    run: Run, form: Form, published: Published | None, treatment: Treatment | None, mark: str
) -> list[str]:
    if treatment is None:
        return [DASH] * len(_titles(published))
    measured = run.estimate(treatment.id, form.metric, form.span)
    brackets = run.estimate(treatment.id, form.brackets, form.span) if form.brackets else None
    text = _with_brackets(measured.median if measured else None, brackets.median if brackets else None)
    if measured:
        text += mark
    if published is None:
        return [text]
    figure = published.figure(treatment, form.span, form.published)
    return [text, *_published(figure, measured.median if measured else None)]


def _published(figure: Figure | None, measured: float | None) -> list[str]:
    if figure is None:
        return [DASH, DASH]
    ratio = None if measured is None else measured / float(figure.mean)
    return [figure.text, significant(ratio)]


def _with_brackets(value: float | None, brackets: float | None) -> str:
    return significant(value) if brackets is None else f"{significant(value)} ({significant(brackets)})"


def _has_dagger(form: Form, treatments: list[Treatment]) -> bool:
    return any(dagger(treatment, form.span) for treatment in treatments)
