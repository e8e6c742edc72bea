"""What broke a promise: messages lost, delivered again, out of order; and what looks impossible."""

from collections.abc import Iterator
from functools import partial

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.run import Run
from include.report.treatments import acknowledges_itself, grouped, semantics_look, short_name

PER_MILLION = 1_000_000

SELDOM = ("gone", "aborted_seen", "phantom")
"""What only a fault, or a mistake of ours, brings about: named where it happened."""

VIOLATIONS = {"lost": "acked", "duplicated": "acked", "out_of_order": "received"}
"""What can happen, and to which messages."""


def per_million(violations: int | None, chances: int | None) -> str:
    """The rate seen, or its upper bound at 95% where none was seen: 3 in N (the rule of three)."""
    if violations is None or not chances:
        return DASH
    if violations == 0:
        return f"≤ {significant(3 / chances * PER_MILLION)}"
    return significant(violations / chances * PER_MILLION)


def violation_table(run: Run) -> Table:
    """A row a treatment: every message's fate, and each violation with its rate or bound."""
    fates = ("sent", "acked", "failed", "unknown", "received")
    columns = [Column(name, numeric=False) for name in ("Treatment", "Promise")]
    columns += [*(Column(fate, "messages") for fate in fates)]
    for violation in VIOLATIONS:
        words = violation.replace("_", " ")
        columns += [Column("messages", words), Column("per million", words)]
    groups = grouped(run.plan, partial(_row, run, fates))
    notes = [
        "A promise is broken by one message for which something happened that the semantics rules out, and "
        "unproven where nothing was received: at-most-once rules out duplicates; at-least-once losses; "
        "idempotent both, and another order; exactly-once also messages of aborted transactions. The worst "
        "cell decides.",
        "Only an acknowledged message can be lost. Where none of N was, the rate is below 3/N with 95% "
        "confidence, if messages fare independently of one another.",
    ]
    if any(map(acknowledges_itself, run.plan.treatments)):
        notes.append("With acks=0 the client counts every message it sent as acknowledged.")
    caption = "Messages and violations, over all cells"
    return Table("violations-table", caption, tuple(columns), groups, tuple(notes))


def _row(run: Run, fates: tuple[str, ...], treatment: Treatment) -> Row:
    promise = run.guarantee(treatment.id) or DASH
    cells = [short_name(treatment), str(promise), *(count(run.total(treatment.id, fate)) for fate in fates)]
    for violation, chances in VIOLATIONS.items():
        seen = run.total(treatment.id, violation)
        cells += [count(seen), per_million(seen, run.total(treatment.id, chances))]
    return Row(tuple(cells), semantics_look(treatment))


def violating_cells(run: Run) -> Table:
    """The cells in which something was violated; no rows when none was."""
    names = [*VIOLATIONS, *SELDOM]
    columns = [Column("Cell", numeric=False), *(Column(name.replace("_", " ")) for name in names)]
    return plain_table("violating-cells", "Cells with violations", columns, _cell_rows(run, names))


def negative_cells(run: Run) -> Table:
    """The cells in which messages seem to have arrived before they were sent; no rows when none has."""
    columns = [Column("Cell", numeric=False), *(Column(f"{span}, messages") for span in Span)]
    names = [f"{span.column}_negative_latencies" for span in Span]
    return plain_table("negative-cells", "Cells with negative latencies", columns, _cell_rows(run, names))


def _cell_rows(run: Run, names: list[str]) -> Iterator[Row]:
    """The cells that have any of these counts above zero."""
    counted = run.cells.reindex(columns=["cell", *names]).fillna({name: 0 for name in names})
    for row in counted[(counted[names] > 0).any(axis=1)].to_dict("records"):
        yield Row((str(row["cell"]), *(count(row[name]) for name in names)))
