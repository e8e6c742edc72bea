"""The outcome of measuring a cell: a measured cell or a rejected cell."""

import json
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from include.spark_jobs.measures.rawcell import Metrics
from include.spark_jobs.tables.schemas import TABLES
from include.verdicts.guarantee import Verdict
from include.verdicts.validity import Validity

IDENTITY = TABLES["cells"].schema
"""The columns of ``results/cells``, without those for single factors and for metrics."""


@dataclass(frozen=True)
class MeasuredCell:
    """A cell, its metrics, and its rows in the tables of the results.

    A cell with a reason in ``invalid_because`` is invalid, and summaries leave it out. The guarantee of an
    invalid cell is judged nevertheless, because a disturbed machine does not excuse a broken promise.
    """

    cell: str
    treatment: str
    block: int
    order: int
    release: str
    guarantee: Verdict
    factors: dict[str, Any]
    metrics: Metrics
    tables: dict[str, pa.Table] = field(default_factory=dict)
    """The rows of the cell in each table that applies to it, by the name of the table."""
    invalid_because: list[str] = field(default_factory=list)
    broken_rules: list[str] = field(default_factory=list)
    """The names of the validity rules that the cell broke."""
    attempt: int = 1
    """The number of the attempt that was measured, from 1."""
    start: int | None = None
    """The number of the start of the brokers to which the cell belongs; None if it was not recorded."""

    @property
    def validity(self) -> Validity:
        return Validity.INVALID if self.invalid_because else Validity.VALID

    def row(self) -> dict[str, Any]:
        """The cell as a flat row of ``results/cells``: its identity, its factors and its metrics."""
        return {
            **{name: getattr(self, name) for name in IDENTITY.names},
            "invalid_because": "; ".join(self.invalid_because),
            "broken_rules": json.dumps(self.broken_rules),
            "factors": json.dumps(self.factors),
            **self.factors,
            **self.metrics,
        }


@dataclass(frozen=True)
class RejectedCell:
    """A sealed cell that could not be measured, and the reason."""

    cell: str
    reason: str
