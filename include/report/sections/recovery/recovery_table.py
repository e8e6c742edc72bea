"""How each fault disturbed the messages, and how long the disturbance lasted."""

from collections.abc import Iterator
from statistics import median

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.fault_variants import FaultVariants, fault_variants_of
from include.report.measured_run import MeasuredRun
from include.report.treatments import DAGGER, dagger_notes, is_acknowledged_by_client

COLUMNS = (
    Column("Fault", numeric=False),
    Column("acknowledgements, s", "Longest gap in"),
    Column("without", "Longest gap in"),
    Column("deliveries, s", "Longest gap in"),
    Column("without", "Longest gap in"),
    Column("depth, %", "Dip in deliveries"),
    Column("length, s", "Dip in deliveries"),
    Column("messages", "Sent again"),
    Column("requests", "Sent again"),
    Column("aborted", "Transactions"),
    Column("of", "Transactions"),
    Column("replaced", "Programs"),
    Column("p99 latency, times", "Against no fault"),
)

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


def recovery_table(run: MeasuredRun) -> Table:
    """A row for each way to send and receive and each fault, beside the same without the fault."""
    notes = (NOTE, *dagger_notes(run.plan.treatments))
    groups = tuple(
        RowGroup(rows, variants.name)
        for variants in fault_variants_of(run.plan)
        if (rows := tuple(_rows(run, variants)))
    )
    return Table("recovery", "Recovery from each fault", COLUMNS, groups, notes)


def _rows(run: MeasuredRun, variants: FaultVariants) -> Iterator[Row]:
    for fault, treatment in variants.disturbed:
        if run.guarantee(treatment.id) is not None:
            yield Row((fault, *_cells(run, treatment, variants.undisturbed)), variants.look)


def _cells(run: MeasuredRun, treatment: Treatment, undisturbed: Treatment | None) -> Iterator[str]:
    mark = DAGGER if is_acknowledged_by_client(treatment) else ""
    yield _median(run, treatment, "acknowledgement_gap") + mark
    yield _median(run, undisturbed, "acknowledgement_gap")
    yield _median(run, treatment, "delivery_gap")
    yield _median(run, undisturbed, "delivery_gap")
    yield _median(run, treatment, "dip_depth", factor=100)
    for metric in ("dip_length", "sent_again", "requests_retried"):
        yield _median(run, treatment, metric)
    yield from _transactions(run, treatment)
    yield count(run.total(treatment.id, "replaced"))
    yield _latency_ratio(run, treatment, undisturbed)


def _median(run: MeasuredRun, treatment: Treatment | None, metric: str, factor: float = 1) -> str:
    found = run.estimate(treatment.id, metric) if treatment else None
    return significant(found.median * factor) if found else DASH


def _transactions(run: MeasuredRun, treatment: Treatment) -> tuple[str, str]:
    total = run.total(treatment.id, "transactions")
    if not total:
        return DASH, DASH
    return count(run.total(treatment.id, "transactions_aborted")), count(total)


def _latency_ratio(run: MeasuredRun, treatment: Treatment, undisturbed: Treatment | None) -> str:
    if undisturbed is None:
        return DASH
    column = f"{Span.PRODUCER_CONSUMER.column}_latency_p99"
    own, others = run.repetitions(treatment.id, column), run.repetitions(undisturbed.id, column)
    ratios = [own[block] / others[block] for block in own.index if block in others.index and others[block]]
    return significant(median(ratios), 2) if ratios else DASH
