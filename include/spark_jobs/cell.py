"""Measure one sealed cell: from its folder to its part of the results."""

import json
import math
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
from pydantic import ValidationError

from include.rawlog.manifest import read_manifest
from include.rawlog.reader import BrokenRawLogError
from include.registry import UnknownNameError
from include.spark_jobs.cell_measures import measured, rows_of
from include.spark_jobs.rawcell import Metrics, read_cell
from include.storage.path import AnyPath, path_of
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
            "release": self.release,
            "guarantee": self.guarantee.value,
            "validity": self.validity.value,
            "invalid_because": "; ".join(self.invalid_because),
            "factors": json.dumps(self.factors),
            **self.factors,
            **self.metrics,
        }


@dataclass(frozen=True)
class RejectedCell:
    """A sealed cell that cannot be counted, and why."""

    cell: str
    reason: str


def measure_or_reject(folder: str) -> MeasuredCell | RejectedCell:
    """Measure the cell in a folder, or reject it: its raw log does not match its manifest, or its scenario is
    unknown.

    Raises:
        StorageError: the cell cannot be reached.
    """
    cell = path_of(folder)
    try:
        return measure_cell(cell)
    except BrokenRawLogError as error:
        return RejectedCell(cell.name, str(error))
    except ValidationError as error:
        return RejectedCell(cell.name, f"{folder}/manifest.json: {error.errors()[0]['msg']}")
    except UnknownNameError as error:
        return RejectedCell(cell.name, f"{folder}/manifest.json: {error}")


def measure_cell(folder: AnyPath) -> MeasuredCell:
    """Check and measure a sealed cell.

    Raises:
        BrokenRawLogError: a file does not match the manifest.
        pydantic.ValidationError: the manifest is not valid.
    """
    manifest = read_manifest(folder)
    cell = read_cell(folder, manifest)
    metrics = {name: _value(value) for name, value in measured(cell).items()}
    return MeasuredCell(
        cell=manifest.cell.id,
        treatment=manifest.cell.treatment,
        block=manifest.cell.block,
        order=manifest.cell.order,
        release=manifest.cluster.release,
        guarantee=guarantee.judge(cell.settings, metrics),
        factors=manifest.cell.factors,
        metrics=metrics,
        tables=rows_of(cell),
        invalid_because=validity.causes(manifest),
    )


def _value(value: float | None) -> float | None:
    """A metric of nothing is NaN in arithmetic, and None in the results."""
    return None if value is None or math.isnan(value) else value
