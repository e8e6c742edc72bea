"""How a fault was felt, and what came after it."""

from collections.abc import Iterator
from statistics import median

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Column, Group, Row, Table
from include.report.run import Run
from include.report.sections.guarantees.fault_variants import Way, has_faults, ways_of
from include.report.treatments import DAGGER, DAGGER_NOTE, acknowledges_itself


def recovery_table(run: Run) -> Table:
    """A row a way and a fault: gaps, dip, and what was sent again; beside it the same without the fault."""
    pairs = (("acknowledgements, s", "Longest gap in"), ("deliveries, s", "Longest gap in"))
    columns = [Column("Fault", numeric=False)]
    for title, over in pairs:
        columns += [Column(title, over), Column("without", over)]
    columns += [Column("depth, %", "Dip in deliveries"), Column("length, s", "Dip in deliveries")]
    columns += [Column("messages", "Sent again"), Column("requests", "Sent again")]
    columns += [Column("aborted", "Transactions"), Column("of", "Transactions")]
    columns += [Column("replaced", "Programs"), Column("p99 latency, times", "Against no fault")]
    notes = [
        "Medians over repetitions. A gap is the longest time, from the fault on, in which some partition had "
        "nothing; “without” is the same time in the same treatment without a fault. A dip is below half of "
        "the rate before the fault. A program whose client gave up, or didn't return from a call within "
        "20 s, was replaced, as a supervisor would. Latency is end to end, its ratio taken within a block.",
    ]
    if any(map(acknowledges_itself, run.plan.treatments)):
        notes.append(DAGGER_NOTE)
    groups = tuple(Group(rows, way.name) for way in _ways(run) if (rows := tuple(_rows(run, way))))
    return Table("recovery", "Recovery from each fault", tuple(columns), groups, tuple(notes))


def _ways(run: Run) -> list[Way]:
    return ways_of(run.plan) if has_faults(run.plan) else []


def _rows(run: Run, way: Way) -> Iterator[Row]:
    for fault, treatment in way.disturbed:
        if run.guarantee(treatment.id) is None:
            continue
        cells = [fault]
        for metric in ("acknowledgement_gap", "delivery_gap"):
            mark = DAGGER if metric.startswith("ack") and acknowledges_itself(treatment) else ""
            cells += [_median(run, treatment, metric) + mark, _median(run, way.undisturbed, metric)]
        cells += [_share(run, treatment, "dip_depth"), _median(run, treatment, "dip_length")]
        cells += [_median(run, treatment, "sent_again"), _median(run, treatment, "requests_retried")]
        cells += _transactions(run, treatment)
        cells.append(count(run.total(treatment.id, "replaced")))
        cells.append(_ratio(run, treatment, way.undisturbed))
        yield Row(tuple(cells), way.look)


def _median(run: Run, treatment: Treatment | None, metric: str) -> str:
    found = run.estimate(treatment.id, metric) if treatment else None
    return significant(found.median) if found else DASH


def _share(run: Run, treatment: Treatment, metric: str) -> str:
    found = run.estimate(treatment.id, metric)
    return significant(found.median * 100) if found else DASH


def _transactions(run: Run, treatment: Treatment) -> tuple[str, str]:
    total = run.total(treatment.id, "transactions")
    if not total:
        return DASH, DASH
    return count(run.total(treatment.id, "transactions_aborted")), count(total)


def _ratio(run: Run, treatment: Treatment, undisturbed: Treatment | None) -> str:
    if undisturbed is None:
        return DASH
    column = f"{Span.PRODUCER_CONSUMER.column}_latency_p99"
    ours, theirs = run.repetitions(treatment.id, column), run.repetitions(undisturbed.id, column)
    ratios = [ours[block] / theirs[block] for block in ours.index if block in theirs.index and theirs[block]]
    return significant(median(ratios), 2) if ratios else DASH
