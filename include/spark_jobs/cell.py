"""Measure one sealed cell: from its folder to its part of the results."""

import json
import math
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from include.spark_jobs.cell_measures import counted, counting_rows_of, measured, rows_of
from include.spark_jobs.manifest_check import checked_manifest
from include.spark_jobs.rawcell import Metrics, read_cell
from include.storage.path import AnyPath
from include.verdicts import guarantee, validity
from include.verdicts.guarantee import Verdict
from include.verdicts.validity import Validity


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
            "cell": self.cell,
            "treatment": self.treatment,
            "block": self.block,
            "order": self.order,
            "attempt": self.attempt,
            "start": self.start,
            "release": self.release,
            "guarantee": self.guarantee.value,
            "validity": self.validity.value,
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


def measure_cell(folder: AnyPath) -> MeasuredCell:
    """Check and measure a sealed cell; of a failed attempt, count messages and violations.

    Raises:
        BrokenRawLogError: The manifest is not valid, or a file does not match the manifest or its schema.
    """
    manifest = checked_manifest(folder)
    cell = read_cell(folder, manifest)
    measure, rows = (measured, rows_of) if manifest.failure is None else (counted, counting_rows_of)
    metrics = {name: _value(value) for name, value in measure(cell).items()}
    return MeasuredCell(
        cell=manifest.cell.id,
        treatment=manifest.cell.treatment,
        block=manifest.cell.block,
        order=manifest.cell.order,
        release=manifest.cluster.release,
        guarantee=guarantee.judge(cell.settings, metrics),
        factors=manifest.cell.factors,
        metrics=metrics,
        tables=rows(cell),
        invalid_because=validity.causes(manifest),
        broken_rules=validity.broken_rules(manifest),
        attempt=manifest.attempt,
        start=manifest.start.number if manifest.start else None,
    )


def _value(value: float | None) -> float | None:
    """A metric of nothing is NaN in arithmetic, and None in the results."""
    return None if value is None or math.isnan(value) else value
