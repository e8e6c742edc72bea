"""The outcomes of a job as rows: what each entry is, and what was measured of it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum, auto
from typing import Any

import pyarrow as pa

from include.spark_jobs.results.entries import Entry
from include.spark_jobs.results.measured_cell import IDENTITY, MeasuredCell, RejectedCell
from include.storage.errors import StorageError
from include.verdicts.guarantee import Verdict

Outcome = MeasuredCell | RejectedCell | StorageError | None
"""The outcome of measuring an entry; None for an attempt that left no whole raw log."""


class OutcomeKind(StrEnum):
    """The kinds of outcomes."""

    MEASURED = auto()
    REJECTED = auto()
    UNREACHABLE = auto()
    NO_RAW_LOG = auto()


MEASURED_ROW = pa.schema(
    {
        "run": pa.string(),
        "place": pa.int64(),
        "entry": pa.string(),
        "number": pa.int64(),
        "ended": pa.string(),
        "failure": pa.string(),
        "outcome": pa.string(),
        "problem": pa.string(),
        **IDENTITY,
        "metrics": pa.map_(pa.string(), pa.float64()),
    }
)
"""A row for each entry. ``entry``, ``number``, ``ended`` and ``failure`` are its cell, attempt, ended and
failure; ``problem`` is why it was rejected or could not be reached. The other columns are those of
``results/cells``; they are null unless it was measured. ``factors`` and ``broken_rules`` are JSON.
The metrics are in ``metrics``, by their columns: Spark would plan and convert each of several hundred columns
on its own."""


def row_of(entry: Entry, outcome: Outcome) -> dict[str, Any]:
    """An entry and its outcome as a row."""
    return {
        "run": entry.run,
        "place": entry.place,
        "entry": entry.cell,
        "number": entry.attempt,
        "ended": entry.ended,
        "failure": entry.failure,
        **_outcome_columns(outcome),
    }


def _outcome_columns(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, MeasuredCell):
        return {"outcome": OutcomeKind.MEASURED, **outcome.row(), "metrics": list(outcome.metrics.items())}
    if isinstance(outcome, RejectedCell):
        return {"outcome": OutcomeKind.REJECTED, "cell": outcome.cell, "problem": outcome.reason}
    if outcome is None:
        return {"outcome": OutcomeKind.NO_RAW_LOG}
    return {"outcome": OutcomeKind.UNREACHABLE, "problem": str(outcome)}


def batch_of(rows: Iterable[Mapping[str, Any]]) -> pa.RecordBatch:
    """Rows as a batch; a value that a row does not have is null."""
    listed = list(rows)
    columns = [pa.array([row.get(field.name) for row in listed], field.type) for field in MEASURED_ROW]
    return pa.RecordBatch.from_arrays(columns, schema=MEASURED_ROW)


def outcomes_of(rows: pa.Table) -> Iterator[tuple[Entry, Outcome]]:
    """Yield the entry and the outcome of each row, in the order of the job; entries have no folder then."""
    for row in rows.sort_by("place").to_pylist():
        entry = Entry(row["run"], row["entry"], "", row["number"], row["ended"], row["failure"], row["place"])
        yield entry, _outcome(row)


def _outcome(row: Mapping[str, Any]) -> Outcome:
    match row["outcome"]:
        case OutcomeKind.MEASURED:
            return _measured(row)
        case OutcomeKind.REJECTED:
            return RejectedCell(row["cell"], row["problem"])
        case OutcomeKind.UNREACHABLE:
            return StorageError(row["problem"])
        case _:
            return None


def _measured(row: Mapping[str, Any]) -> MeasuredCell:
    return MeasuredCell(
        cell=row["cell"],
        treatment=row["treatment"],
        block=row["block"],
        order=row["order"],
        release=row["release"],
        guarantee=Verdict(row["guarantee"]),
        factors=json.loads(row["factors"]),
        metrics=dict(row["metrics"]),
        invalid_because=list(filter(None, [row["invalid_because"]])),
        broken_rules=json.loads(row["broken_rules"]),
        attempt=row["attempt"],
        start=row["start"],
    )
