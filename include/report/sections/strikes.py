"""The requests that were struck: what was held, what the broker answered, and what became of messages."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import pandas as pd

from include.matrix.plan import Treatment
from include.rendering.number_format import DASH, count, significant
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.report.treatments import semantics_look, short_name

STRUCK_VIOLATIONS = ("lost", "duplicated", "aborted_seen", "torn", "hanging")

COLUMNS = (
    Column("Cell", numeric=False),
    Column("Request", numeric=False),
    Column("what became of it", numeric=False),
    Column("version"),
    Column("producer id"),
    Column("epoch"),
    Column("held, ms"),
    Column("late, ms"),
    Column("Answer of the broker", numeric=False),
    *(Column(violation.replace("_", " "), "messages") for violation in STRUCK_VIOLATIONS),
)

NOTES = (
    "A held request is late by the time since the answer to the same request, which the client had sent "
    "again on another connection. The producer's program was told then that its transaction had ended.",
    "The messages are those of the whole cell, which may have several struck requests. `results/violations` "
    "has the id, the offset and the transaction of each.",
)

NO_ERROR = "accepted"

ERRORS = {47: "INVALID_PRODUCER_EPOCH", 48: "INVALID_TXN_STATE", 90: "PRODUCER_FENCED"}
"""The errors with which brokers refuse to end a transaction. Source: https://kafka.apache.org/protocol."""


def applies(run: MeasuredRun) -> bool:
    """Whether requests were struck in a cell of the run."""
    return not run.table("strikes").empty


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    caption = "Requests that were struck, and what became of them"
    made = (
        RowGroup(tuple(_rows(run, treatment)), short_name(treatment)) for treatment in run.plan.treatments
    )
    groups = tuple(group for group in made if group.rows)
    table = Table("strikes-table", caption, COLUMNS, groups, NOTES)
    return ReportSection("strikes", "Struck requests", [table])


def _rows(run: MeasuredRun, treatment: Treatment) -> Iterator[Row]:
    """A row for each struck request of a treatment, in the order of its cells, valid or not."""
    for cell in run.cells[run.cells["treatment"] == treatment.id].to_dict("records"):
        for struck in run.rows_of("strikes", cell["cell"]).to_dict("records"):
            yield Row(_values(struck, cell), semantics_look(treatment))


def _values(row: Mapping[Hashable, Any], cell: Mapping[Hashable, Any]) -> tuple[str, ...]:
    outcome = f" ({row['outcome']})" if pd.notna(row["outcome"]) else ""
    return (
        row["cell"],
        f"{row['request']}{outcome}",
        _fate(row),
        count(row["version"]),
        _whole(row["producer_id"]),
        _whole(row["producer_epoch"]),
        *(DASH if pd.isna(row[name]) else significant(row[name]) for name in ("held_ms", "late_ms")),
        _answer(row["error_code"]),
        *(_whole(cell[violation]) for violation in STRUCK_VIOLATIONS),
    )


def _fate(row: Mapping[Hashable, Any]) -> str:
    """What happened to the request, its answer and its client: ``hold, client cut``."""
    parts = [row["act"]]
    parts += ["answer dropped"] if row["answer"] == "drop" else []
    parts += ["client cut"] if row["client"] == "cut" else []
    return ", ".join(parts)


def _whole(value: float | None) -> str:
    return DASH if value is None or pd.isna(value) else count(int(value))


def _answer(error_code: float | None) -> str:
    if error_code is None or pd.isna(error_code):
        return "not known"
    return NO_ERROR if error_code == 0 else f"refused: {ERRORS.get(int(error_code), f'error {error_code:g}')}"


RECORD = SectionRecord("strikes", applies, build)
