"""``results/attempts``: the attempts that are not the measurement of their cell.

The messages and the violations of these attempts count too: a message that was lost is lost, whatever became
of the cell. Their times and rates are in no summary.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from include.rawlog.attempts import AttemptEnd
from include.spark_jobs.results.cell_tables import cells_schema
from include.spark_jobs.results.entries import Entry
from include.spark_jobs.results.measured_cell import MeasuredCell, RejectedCell
from include.spark_jobs.results.measured_rows import Outcome

ATTEMPTS = "attempts"

ENDED = (pa.field("ended", pa.string()), pa.field("reason", pa.string()))
"""The columns that ``results/cells`` does not have."""

NO_RAW_LOG = "it left no whole raw log"


@dataclass(frozen=True)
class AttemptResult:
    """An attempt, and what was measured of it."""

    attempt: Entry
    measured: MeasuredCell | None
    """None: there is no raw log, or it cannot be counted."""
    reason: str
    """Why the attempt was repeated or failed and, without a measurement, why it is not counted."""

    def row(self) -> dict[str, Any]:
        """The attempt as a flat row; without a measurement, the columns of treatment and metrics are null."""
        return {
            **(self.measured.row() if self.measured else {}),
            "cell": self.attempt.cell,
            "attempt": self.attempt.attempt,
            "ended": self.attempt.ended,
            "reason": self.reason,
        }


def attempts_schema(factors: dict[str, pa.DataType]) -> pa.Schema:
    """The columns of ``results/attempts``: those of ``results/cells``, how the attempt ended, and why."""
    return pa.schema([*cells_schema(factors), *ENDED])


def attempt_result(attempt: Entry, outcome: Outcome) -> AttemptResult:
    """The result of an attempt that is not the measurement of its cell."""
    measured = outcome if isinstance(outcome, MeasuredCell) else None
    return AttemptResult(attempt, measured, "; ".join(filter(None, _reasons(attempt, outcome))))


def _reasons(attempt: Entry, outcome: Outcome) -> Iterator[str]:
    yield attempt.failure
    if isinstance(outcome, MeasuredCell) and attempt.ended == AttemptEnd.REPEATED:
        yield from outcome.invalid_because
    if isinstance(outcome, RejectedCell):
        yield outcome.reason
    if outcome is None:
        yield NO_RAW_LOG
