"""What a report reads: everything that a run left on disk."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO, StringIO

import pandas as pd
from pydantic import ValidationError

from include.matrix.plan import Plan, read_plan
from include.metrics.registry import Span
from include.rawlog.failure import Failure, read_failure
from include.rawlog.manifest import Manifest, read_manifest
from include.rawlog.seals import CELLS_FOLDER
from include.rendering.estimate import Estimate
from include.storage.path import AnyPath
from include.verdicts.guarantee import Verdict, worst
from include.verdicts.validity import Validity

RESULTS_FOLDER = "results"


@dataclass(frozen=True)
class Run:
    """A run as it lies on disk. ``rejected`` maps cells that Spark refused to its reason.

    Whatever compares looks at ``compared``, or asks for ``repetitions``; what became of messages, and whether
    a promise was kept, is told of all ``cells``.
    """

    folder: AnyPath
    plan: Plan
    cells: pd.DataFrame
    summary: pd.DataFrame
    rejected: dict[str, str]
    manifests: dict[str, Manifest]
    failures: dict[str, Failure]
    violations: pd.DataFrame = field(default_factory=pd.DataFrame)
    """A row a violating message."""
    timelines: pd.DataFrame = field(default_factory=pd.DataFrame)
    """A row a tenth of a second of a cell."""
    windows: pd.DataFrame = field(default_factory=pd.DataFrame)
    """A row a fault."""
    ownership: pd.DataFrame = field(default_factory=pd.DataFrame)
    """A row a time in which a consumer owned a partition, or none."""
    tenths: pd.DataFrame = field(default_factory=pd.DataFrame)
    """A row a tenth of the messages and side of a cell whose consumers began when all had been sent."""

    @property
    def missing(self) -> list[str]:
        """Planned cells that left neither a seal nor a reason."""
        known = self.manifests.keys() | self.failures.keys() | self.rejected.keys()
        return [cell.id for cell in self.plan.cells if cell.id not in known]

    @property
    def unmeasured(self) -> list[str]:
        """Sealed cells that the results don't have: sealed after the results were made."""
        measured = set(self.cells["cell"]) if "cell" in self.cells else set()
        return [cell for cell in self.manifests if cell not in measured and cell not in self.rejected]

    @cached_property
    def compared(self) -> pd.DataFrame:
        """The measured cells that are fit to be compared; all of them where nobody has judged yet."""
        if "validity" not in self.cells:
            return self.cells
        return self.cells[self.cells["validity"] != Validity.INVALID.value]

    @cached_property
    def invalid(self) -> dict[str, str]:
        """The measured cells that aren't, and why."""
        if "validity" not in self.cells:
            return {}
        own = self.cells[self.cells["validity"] == Validity.INVALID.value]
        return dict(zip(own["cell"], own["invalid_because"], strict=True))

    def estimate(self, treatment: str, metric: str, span: Span | None = None) -> Estimate | None:
        """A treatment's summary of a metric; None where it has no value."""
        return self._estimates.get((treatment, span.value if span else "", metric))

    def repetitions(self, treatment: str, column: str) -> "pd.Series[float]":
        """A treatment's measurements, indexed by block, but those of invalid cells."""
        return _values(self._compared_by_treatment, treatment, column)

    def total(self, treatment: str, column: str) -> int | None:
        """The sum of a count over all of a treatment's cells; None where no cell has it."""
        values = _values(self._cells_by_treatment, treatment, column)
        return int(values.sum()) if len(values) else None

    def cells_of(self, treatment: str) -> list[str]:
        """The cells of a treatment that are fit to be compared, block after block."""
        own = self.compared[self.compared["treatment"] == treatment] if len(self.compared) else self.compared
        return [str(cell) for cell in own.sort_values("block")["cell"]] if len(own) else []

    def guarantee(self, treatment: str) -> Verdict | None:
        """The worst verdict over all of a treatment's cells; None where the results have none."""
        if "guarantee" not in self.cells:
            return None
        own = self.cells[self.cells["treatment"] == treatment]["guarantee"].dropna()
        return worst(map(Verdict, own)) if len(own) else None

    @cached_property
    def _compared_by_treatment(self) -> dict[str, pd.DataFrame]:
        return _by_treatment(self.compared)

    @cached_property
    def _cells_by_treatment(self) -> dict[str, pd.DataFrame]:
        return _by_treatment(self.cells)

    @cached_property
    def _estimates(self) -> dict[tuple[str, str, str], Estimate]:
        named = self.summary.dropna(subset=["median"]) if len(self.summary) else self.summary
        return {
            (row["treatment"], _text(row["span"]), row["metric"]): Estimate(
                float(row["median"]), _bound(row["low"]), _bound(row["high"]), int(row["n"])
            )
            for row in named.to_dict("records")
        }


def read_run(folder: AnyPath) -> Run:
    """Read a run's folder, whatever of it there is beside its plan.

    Raises:
        FileNotFoundError: there is no plan.
    """
    plan = read_plan(folder)
    manifests, unreadable = _read_manifests(folder, plan)
    return Run(
        folder=folder,
        plan=plan,
        cells=_read_result(folder, "cells"),
        summary=_read_result(folder, "summary"),
        rejected=unreadable | _read_rejected(folder),
        manifests=manifests,
        failures=_read_failures(folder, plan, manifests),
        violations=_read_result(folder, "violations"),
        timelines=_read_result(folder, "timelines"),
        windows=_read_result(folder, "faults"),
        ownership=_read_result(folder, "ownership"),
        tenths=_read_result(folder, "tenths"),
    )


def _read_result(folder: AnyPath, name: str) -> pd.DataFrame:
    """A table of the results, from Parquet where there is one: it keeps every digit."""
    path = folder / RESULTS_FOLDER / name
    if path.with_suffix(".parquet").exists():
        return pd.read_parquet(BytesIO(path.with_suffix(".parquet").read_bytes()))
    if path.with_suffix(".csv").is_file() and (text := path.with_suffix(".csv").read_text(encoding="utf-8")):
        return pd.read_csv(StringIO(text))
    return pd.DataFrame()


def _read_rejected(folder: AnyPath) -> dict[str, str]:
    path = folder / RESULTS_FOLDER / "rejected.json"
    if not path.is_file():
        return {}
    return {entry["cell"]: entry["reason"] for entry in json.loads(path.read_text(encoding="utf-8"))}


def _read_manifests(folder: AnyPath, plan: Plan) -> tuple[dict[str, Manifest], dict[str, str]]:
    """The manifests of sealed cells, and why those that can't be read can't."""
    manifests, unreadable = {}, {}
    for cell in plan.cells:
        try:
            manifests[cell.id] = read_manifest(folder / CELLS_FOLDER / cell.id)
        except FileNotFoundError:
            continue
        except ValidationError as error:
            unreadable[cell.id] = f"its manifest can't be read: {error.error_count()} errors in it"
    return manifests, unreadable


def _read_failures(folder: AnyPath, plan: Plan, manifests: dict[str, Manifest]) -> dict[str, Failure]:
    failures = {}
    for cell in plan.cells:
        if cell.id in manifests:
            continue
        try:
            failures[cell.id] = read_failure(folder / CELLS_FOLDER / cell.id)
        except FileNotFoundError:
            continue
    return failures


def _by_treatment(cells: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The rows of each treatment, indexed by block; a report asks for hundreds of their columns."""
    if "treatment" not in cells:
        return {}
    return {str(name): own.set_index("block") for name, own in cells.groupby("treatment")}


def _values(cells: dict[str, pd.DataFrame], treatment: str, column: str) -> "pd.Series[float]":
    """A treatment's values of a column, indexed by block; none where there is no such column."""
    own = cells.get(treatment)
    if own is None or column not in own:
        return pd.Series(dtype=float)
    return pd.to_numeric(own[column]).dropna().astype(float)


def _bound(value: object) -> float | None:
    return None if pd.isna(value) else float(value)  # type: ignore[call-overload, arg-type]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
