"""What became of the entries of a job, as rows: what each entry is, and what was measured of it."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import pyarrow as pa

from include.metrics.registry import COLUMNS
from include.spark_jobs.cell import MeasuredCell, RejectedCell
from include.spark_jobs.cell_identity import IDENTITY
from include.spark_jobs.entries import Entry
from include.storage.errors import StorageError
from include.verdicts.guarantee import Verdict

Outcome = MeasuredCell | RejectedCell | StorageError | None
"""What became of an entry; None for an attempt that left no whole raw log."""


class Fate(StrEnum):
    """What became of an entry, in one word."""

    MEASURED = "measured"
    REJECTED = "rejected"
    UNREACHABLE = "unreachable"
    NO_RAW_LOG = "no raw log"


MEASURED_ROW = pa.schema(
    {
        "run": pa.string(),
        "place": pa.int64(),
        "entry": pa.string(),
        "number": pa.int64(),
        "ended": pa.string(),
        "failure": pa.string(),
        "fate": pa.string(),
        "why": pa.string(),
        **IDENTITY,
        **dict.fromkeys(COLUMNS, pa.float64()),
    }
)
"""A row for each entry. ``entry``, ``number``, ``ended`` and ``failure`` are its cell, attempt, ended and
failure; ``why`` is why it was rejected or could not be reached. The other columns are those of
``results/cells`` without the factors, which ``factors`` has as JSON; they are null unless it was measured."""


def row_of(entry: Entry, outcome: Outcome) -> dict[str, Any]:
    """An entry and what became of it, as a row."""
    return {
        "run": entry.run,
        "place": entry.place,
        "entry": entry.cell,
        "number": entry.attempt,
        "ended": entry.ended,
        "failure": entry.failure,
        **_fate(outcome),
    }


def _fate(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, MeasuredCell):
        return {"fate": Fate.MEASURED, **outcome.row()}
    if isinstance(outcome, RejectedCell):
        return {"fate": Fate.REJECTED, "cell": outcome.cell, "why": outcome.reason}
    if outcome is None:
        return {"fate": Fate.NO_RAW_LOG}
    return {"fate": Fate.UNREACHABLE, "why": str(outcome)}


def batch_of(rows: Iterable[Mapping[str, Any]]) -> pa.RecordBatch:
    """Rows as a batch; a value that a row does not have is null."""
    listed = list(rows)
    columns = [pa.array([row.get(field.name) for row in listed], field.type) for field in MEASURED_ROW]
    return pa.RecordBatch.from_arrays(columns, schema=MEASURED_ROW)


def outcomes_of(rows: pa.Table) -> Iterator[tuple[Entry, Outcome]]:
    """Yield the entries of rows, without their folders, in the order of the job, and what became of them."""
    for row in rows.sort_by("place").to_pylist():
        entry = Entry(row["run"], row["entry"], "", row["number"], row["ended"], row["failure"], row["place"])
        yield entry, _outcome(row)


def _outcome(row: Mapping[str, Any]) -> Outcome:
    match row["fate"]:
        case Fate.MEASURED:
            return _measured(row)
        case Fate.REJECTED:
            return RejectedCell(row["cell"], row["why"])
        case Fate.UNREACHABLE:
            return StorageError(row["why"])
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
        metrics={column: row[column] for column in COLUMNS},
        invalid_because=list(filter(None, [row["invalid_because"]])),
        attempt=row["attempt"],
        start=row["start"],
    )


def cells_and_rejected(outcomes: Sequence[Outcome]) -> tuple[list[MeasuredCell], list[RejectedCell]]:
    """The measured and the rejected ones."""
    measured = [one for one in outcomes if isinstance(one, MeasuredCell)]
    return measured, [one for one in outcomes if isinstance(one, RejectedCell)]
