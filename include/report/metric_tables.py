"""Tables of a row a treatment: medians with intervals, percentiles, transactions."""

from functools import partial

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.metrics.spans import LATENCIES
from include.rendering.number_format import DASH, count, interval, significant
from include.rendering.table import Column, Row, Table
from include.report.run import Run
from include.report.treatments import (
    DAGGER_NOTE,
    acknowledges_itself,
    dagger,
    grouped,
    semantics_look,
    short_name,
    transaction_ms,
)

TREATMENT = Column("Treatment", numeric=False)


def interval_table(run: Run) -> Table:
    """Throughput and mean latency with their intervals: the figures, in numbers."""
    columns = [TREATMENT, Column("n")]
    for span in Span:
        columns += [Column("throughput, MiB/s", span), Column("95% interval", span)]
        columns += [Column("mean latency, ms", span), Column("95% interval", span)]
    groups = grouped(run.plan, partial(_interval_row, run))
    notes = ["Medians over n repetitions.", *_dagger_notes(run)]
    return Table("intervals", "Medians and their intervals", tuple(columns), groups, tuple(notes))


def _interval_row(run: Run, treatment: Treatment) -> Row:
    cells = [short_name(treatment), count(len(run.repetitions(treatment.id, "sent")))]
    for span in Span:
        for metric in ("throughput", "latency_mean"):
            cells += _with_interval(run, treatment, metric, span, dagger(treatment, span))
    return Row(tuple(cells), semantics_look(treatment))


def _with_interval(
    run: Run, treatment: Treatment, metric: str, span: Span | None = None, mark: str = ""
) -> tuple[str, str]:
    found = run.estimate(treatment.id, metric, span)
    if found is None:
        return DASH, DASH
    return significant(found.median) + mark, interval(found.low, found.high)


def percentile_tables(run: Run) -> list[Table]:
    """For each span: every latency metric, and the rates."""
    return [_percentile_table(run, span) for span in Span]


def _percentile_table(run: Run, span: Span) -> Table:
    columns = (
        TREATMENT,
        *(Column(_percentile(which), "latency, ms") for which in LATENCIES),
        Column("MiB/s", "throughput"),
        Column("messages/s", "throughput"),
        Column("s", "total time"),
    )
    metrics = [*(f"latency_{which}" for which in LATENCIES), "throughput", "rate", "total_time"]
    groups = grouped(run.plan, partial(_metric_row, run, metrics, span))
    notes = ["Medians over the repetitions of each cell's own figure."]
    if span is Span.PRODUCER_BROKER:
        notes += _dagger_notes(run)
    return Table(f"percentiles-{span}", f"Every metric, {span}", columns, groups, tuple(notes))


def _metric_row(run: Run, metrics: list[str], span: Span, treatment: Treatment) -> Row:
    found = (run.estimate(treatment.id, metric, span) for metric in metrics)
    values = (significant(estimate.median if estimate else None) for estimate in found)
    return Row((short_name(treatment) + dagger(treatment, span), *values), semantics_look(treatment))


def transaction_table(run: Run) -> Table:
    """What transactions were asked for and what was achieved; no rows without transactions."""
    columns = (
        TREATMENT,
        Column("asked", "transaction time, ms"),
        Column("achieved", "transaction time, ms"),
        Column("95% interval", "transaction time, ms"),
        Column("messages per transaction"),
        Column("median", "commit latency, ms"),
        Column("95% interval", "commit latency, ms"),
        Column("transactions in all"),
    )
    groups = grouped(run.plan, partial(_transaction_row, run))
    note = (
        "Achieved time: from begin to the commit call. Commit latency: from that call to its return. Both, "
        "and messages per transaction, are medians over a cell's committed transactions, then over cells."
    )
    return Table("transactions-table", "Transactions, as asked and as achieved", columns, groups, (note,))


def _transaction_row(run: Run, treatment: Treatment) -> Row | None:
    if transaction_ms(treatment) is None:
        return None
    cells = (
        short_name(treatment),
        count(transaction_ms(treatment)),
        *_with_interval(run, treatment, "transaction_time"),
        _with_interval(run, treatment, "transaction_messages")[0],
        *_with_interval(run, treatment, "commit_latency"),
        count(run.total(treatment.id, "transactions")),
    )
    return Row(cells, semantics_look(treatment))


def _percentile(which: str) -> str:
    return {"p999": "p99.9"}.get(which, which)


def _dagger_notes(run: Run) -> list[str]:
    return [DAGGER_NOTE] if any(map(acknowledges_itself, run.plan.treatments)) else []
