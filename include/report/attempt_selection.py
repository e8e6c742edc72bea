"""Whether the selection of valid attempts changed the figures: the first attempts beside the valid cells."""

import json
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import pandas as pd

from include.matrix.plan import Treatment
from include.rawlog.attempts import AttemptEnd
from include.rendering.blocks import Block, Paragraph
from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.treatment_tables import TREATMENT
from include.report.treatments import row_groups, semantics_look, short_name
from include.verdicts.compared_quantities import Quantity, costs

ALL_VALID = "The first attempt at every measured cell was valid, so that no attempt was discarded."

NOTE = (
    "A cell whose attempt failed, or was not valid for a reason that may be temporary, is measured again, so "
    "that the valid cells are a selection. Medians over the first attempts, whether they were valid or not, "
    "show what the selection changed. A failed attempt has no latency and no CPU time. An attempt with "
    "several reasons is counted for each of them."
)

COUNTS = (
    Column("Cells"),
    Column("all", "Attempts"),
    Column("discarded", "Attempts"),
    Column("because of", "Attempts", numeric=False),
)

VALID_NOW = "valid by the present rules"
"""The reason of an attempt that was discarded by rules of an earlier version."""

UNREADABLE = "raw log cannot be read"


def selection_blocks(run: MeasuredRun) -> list[Block]:
    """Return the table, or one sentence if all first attempts were valid; nothing if no cell was run."""
    if run.cells.empty and run.attempts.empty:
        return []
    return [Paragraph(ALL_VALID) if _were_valid(run) else selection_table(run)]


def selection_table(run: MeasuredRun) -> Table:
    """A row for each treatment, with two columns for each quantity in which costs are stated."""
    quantities = list(dict.fromkeys(quantity for one in run.plan.treatments for quantity in costs(one)))
    titles = [f"{quantity.words}, {quantity.unit}" for quantity in quantities]
    medians = [Column(name, title) for title in titles for name in ("first attempts", "valid cells")]
    groups = row_groups(run.plan, partial(_row, run, quantities))
    columns = (TREATMENT, *COUNTS, *medians)
    return Table("first-attempts", "First attempts beside the valid cells", columns, groups, (NOTE,))


def _were_valid(run: MeasuredRun) -> bool:
    """Whether no attempt but the first was made at any cell, and all of them are valid."""
    is_first = bool((run.cells["attempt"] == 1).all())
    return run.attempts.empty and is_first and len(run.valid_cells) == len(run.cells)


def _row(run: MeasuredRun, quantities: Sequence[Quantity], treatment: Treatment) -> Row | None:
    planned = {cell.id for cell in run.plan.cells if cell.treatment == treatment.id}
    measured = run.cells[run.cells["cell"].isin(planned)]
    discarded = run.attempts[run.attempts["cell"].isin(planned)]
    cells = {*measured["cell"], *discarded["cell"]}
    if not cells:
        return None
    texts = (
        short_name(treatment),
        *map(count, (len(cells), len(measured) + len(discarded), len(discarded))),
        _reasons(discarded),
        *(text for quantity in quantities for text in _medians(run, treatment, quantity)),
    )
    return Row(texts, semantics_look(treatment))


def _reasons(discarded: pd.DataFrame) -> str:
    counts = Counter(name for row in discarded.to_dict("records") for name in _names(row))
    return ", ".join(f"{name} ({number})" for name, number in counts.most_common()) or DASH


def _names(attempt: Mapping[Hashable, Any]) -> list[str]:
    """The names of the reasons why an attempt was discarded."""
    if attempt["ended"] == AttemptEnd.FAILED:
        return ["failed"]
    if not isinstance(attempt["broken_rules"], str):
        return [UNREADABLE]
    rules: list[str] = json.loads(attempt["broken_rules"])
    return rules or [VALID_NOW]


def _medians(run: MeasuredRun, treatment: Treatment, quantity: Quantity) -> Iterator[str]:
    """Yield the medians over the first attempts and over the valid cells; dashes if it is not compared."""
    is_compared = quantity in costs(treatment)
    for values_of in (run.first_attempts, run.repetitions):
        values = values_of(treatment.id, quantity.column)
        yield significant(values.median()) if is_compared and len(values) else DASH
