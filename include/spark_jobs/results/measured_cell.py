"""A measured cell and a rejected cell, as stages after the measurement see them."""

import json
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from include.spark_jobs.measures.rawcell import Metrics
from include.spark_jobs.tables.schemas import TABLES
from include.verdicts.guarantee import Verdict
from include.verdicts.validity import Validity

IDENTITY = TABLES["cells"].schema
"""The columns of ``results/cells`` that say what a cell is and how it was judged.

The cell's factors and metrics have columns of their own.
"""


@dataclass(frozen=True)
class MeasuredCell:
    """A cell, its metrics, and its rows in the tables of the results.

    A cell with reasons why it may not be compared is invalid: summaries leave it out. Its guarantee is judged
    all the same, because a promise that was broken is broken whatever the machine did.
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
    """Rows by the name of the table; the cell has no rows in tables that are not named."""
    invalid_because: list[str] = field(default_factory=list)
    broken_rules: list[str] = field(default_factory=list)
    """The names of the validity rules that the reasons are of."""
    attempt: int = 1
    """The number of the attempt at the cell that was measured, from 1."""
    start: int | None = None
    """The number of the start of the brokers that the cell ran on; None where it was not recorded."""

    @property
    def validity(self) -> Validity:
        """Whether it may be compared with other cells."""
        return Validity.INVALID if self.invalid_because else Validity.VALID

    def row(self) -> dict[str, Any]:
        """The cell as a flat row of ``results/cells``: what it is, its factors, its metrics."""
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
    """A sealed cell that cannot be counted, and why."""

    cell: str
    reason: str
