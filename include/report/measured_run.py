"""Everything that a report reads: what a run left on disk."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd
from pyarrow.parquet import ParquetFile

from include.matrix.plan import Plan, read_plan
from include.metrics.registry import METRICS, Span
from include.rawlog.failure import Failure
from include.rawlog.manifest import Manifest
from include.rawlog.results_folder import results_of_run
from include.rendering.estimate import Estimate
from include.report.run_files import read_failures, read_manifests, read_rejected, read_result
from include.storage.path import AnyPath
from include.verdicts.guarantee import Verdict, worst
from include.verdicts.validity import Validity

ROWS_OF_PART = 2**17
"""The rows of a part of a table that is read in parts."""


@dataclass(frozen=True)
class MeasuredRun:
    """A run with its results.

    Comparisons use the valid cells only: ``valid_cells`` and ``repetitions``. Counts of messages and verdicts
    over the guarantees include all measured cells and all other attempts that have a raw log: ``counted``.
    """

    folder: AnyPath
    plan: Plan
    cells: pd.DataFrame
    """The measured cells, one row each, with a column for each metric."""
    summary: pd.DataFrame
    """One row for each treatment, span and metric."""
    rejected: dict[str, str]
    """Cells that could not be measured, with the reason."""
    manifests: dict[str, Manifest]
    failures: dict[str, Failure]
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)
    """The other tables of the results that were read so far, by name."""

    def table(self, name: str) -> pd.DataFrame:
        """A table of the results, such as ``timelines``; empty where the results do not have it."""
        if name not in self.tables:
            self.tables[name] = read_result(self.folder, name)
        return self.tables[name]

    def parts(self, name: str) -> Iterator[pd.DataFrame]:
        """The rows of a table of the results, part after part: a run may have millions of violations."""
        path = (results_of_run(self.folder) / name).with_suffix(".parquet")
        if name in self.tables or not path.exists():
            yield self.table(name)
            return
        with path.open("rb") as file:
            for rows in ParquetFile(file).iter_batches(ROWS_OF_PART):
                yield rows.to_pandas()

    def rows_of(self, name: str, cell: str) -> pd.DataFrame:
        """The rows of a table of the results that belong to one cell; empty where there are none."""
        table = self.table(name)
        return table[table["cell"] == cell] if len(table) else table

    @property
    def missing(self) -> list[str]:
        """Planned cells that left neither a manifest nor a failure."""
        cell_ids = self.manifests.keys() | self.failures.keys() | self.rejected.keys()
        return [cell.id for cell in self.plan.cells if cell.id not in cell_ids]

    @property
    def unmeasured(self) -> list[str]:
        """Sealed cells that the results do not contain, because they were sealed after the measuring."""
        measured_cells = set(self.cells["cell"]) if "cell" in self.cells else set()
        return [cell for cell in self.manifests if cell not in measured_cells and cell not in self.rejected]

    @cached_property
    def valid_cells(self) -> pd.DataFrame:
        """The measured cells that may be compared; all of them in results without validity verdicts."""
        if "validity" not in self.cells:
            return self.cells
        return self.cells[self.cells["validity"] != Validity.INVALID.value]

    @cached_property
    def invalid(self) -> dict[str, str]:
        """The measured cells that may not be compared, with the reason."""
        if "validity" not in self.cells:
            return {}
        invalid_cells = self.cells[self.cells["validity"] == Validity.INVALID.value]
        return dict(zip(invalid_cells["cell"], invalid_cells["invalid_because"], strict=True))

    def estimate(self, treatment: str, metric: str, span: Span | None = None) -> Estimate | None:
        """A treatment's summary of a metric; None where no cell has a value."""
        return self._estimates.get((treatment, span.value if span else "", metric))

    def repetitions(self, treatment: str, column: str) -> "pd.Series[float]":
        """A treatment's values of a metric in the valid cells, indexed by block."""
        return _values(self._valid_cells_by_treatment, treatment, column)

    def first_attempts(self, treatment: str, column: str) -> "pd.Series[float]":
        """A treatment's values of a metric in the first attempts at its cells, valid or not, by block."""
        return _values(self._first_attempts_by_treatment, treatment, column)

    def pairs_of(self, treatment: str, reference: str, column: str) -> pd.DataFrame:
        """The values of two treatments in the blocks in which both have one, and the start of the brokers.

        Returns:
            The columns ``treatment``, ``reference`` and ``start``, indexed by block.
        """
        sides = {"treatment": treatment, "reference": reference}
        values = {side: self.repetitions(name, column) for side, name in sides.items()}
        both = pd.concat(values, axis=1, join="inner")
        both["start"] = self.repetitions(treatment, "start").reindex(both.index).fillna(1)
        return both

    def total(self, treatment: str, column: str) -> int | None:
        """The sum of a count over all measured cells of a treatment; None where no cell has a value."""
        values = _values(self._cells_by_treatment, treatment, column)
        return int(values.sum()) if len(values) else None

    @cached_property
    def attempts(self) -> pd.DataFrame:
        """The attempts that are not the measurement of their cell: one row each."""
        return self.table("attempts")

    @cached_property
    def other_counted_attempts(self) -> pd.DataFrame:
        """Those of the attempts that have a raw log, so that their messages count."""
        return self.attempts[self.attempts["treatment"].notna()] if len(self.attempts) else self.attempts

    @cached_property
    def counted_attempts(self) -> pd.DataFrame:
        """The measured cells and the other counted attempts; only the latter say how they ended."""
        others = self.other_counted_attempts
        return pd.concat([self.cells, others], ignore_index=True) if len(others) else self.cells

    def counted(self, treatment: str, column: str) -> int | None:
        """The sum of a count over all attempts at cells of a treatment; None where no attempt has a value."""
        values = _values(self._counted_by_treatment, treatment, column)
        return int(values.sum()) if len(values) else None

    def examined(self, treatment: str, violation: str, chances: str | None = None) -> int:
        """How many messages could have shown a violation, in the attempts in which somebody looked for it.

        ``chances`` is the count of these messages; None: the one that the violation's metric names.
        """
        cells, column = self._counted_by_treatment.get(treatment), chances or METRICS[violation].chances
        if cells is None or violation not in cells or column not in cells:
            return 0
        return int(cells[column][cells[violation].notna()].sum())

    def cells_of(self, treatment: str) -> list[str]:
        """The ids of a treatment's valid cells, in the order of their blocks."""
        return list(self.cells_by_block(treatment).values())

    def cells_by_block(self, treatment: str) -> dict[object, str]:
        """The ids of a treatment's valid cells by their blocks, in the order of these."""
        cells = self._valid_cells_by_treatment.get(treatment)
        if cells is None:
            return {}
        return {block: str(cell) for block, cell in cells["cell"].sort_index().items()}

    def manifests_of(self, treatment: str) -> list[Manifest]:
        """The manifests of a treatment's valid cells, in the order of their blocks."""
        return [self.manifests[cell] for cell in self.cells_of(treatment) if cell in self.manifests]

    def guarantee(self, treatment: str) -> Verdict | None:
        """The worst verdict over a treatment's measured cells; None where the results have none.

        Another attempt can break the guarantee. That it proves too little says nothing about the cells.
        """
        verdicts = [*map(Verdict, _words(self._cells_by_treatment, treatment, "guarantee"))]
        broken = [verdict for verdict in self.verdicts(treatment) if verdict is Verdict.BROKEN]
        return worst([*verdicts, *broken]) if verdicts or broken else None

    def verdicts(self, treatment: str) -> list[Verdict]:
        """The verdicts on all attempts at cells of a treatment that have a raw log."""
        return [*map(Verdict, _words(self._counted_by_treatment, treatment, "guarantee"))]

    @cached_property
    def _valid_cells_by_treatment(self) -> dict[str, pd.DataFrame]:
        return _by_treatment(self.valid_cells)

    @cached_property
    def _cells_by_treatment(self) -> dict[str, pd.DataFrame]:
        return _by_treatment(self.cells)

    @cached_property
    def _counted_by_treatment(self) -> dict[str, pd.DataFrame]:
        return _by_treatment(self.counted_attempts)

    @cached_property
    def _first_attempts_by_treatment(self) -> dict[str, pd.DataFrame]:
        counted = self.counted_attempts
        return _by_treatment(counted[counted["attempt"] == 1]) if "attempt" in counted else {}

    @cached_property
    def _estimates(self) -> dict[tuple[str, str, str], Estimate]:
        rows = self.summary.dropna(subset=["median"]) if len(self.summary) else self.summary
        return {
            (row["treatment"], _text(row["span"]), row["metric"]): Estimate(
                float(row["median"]), number_or_none(row["low"]), number_or_none(row["high"]), int(row["n"])
            )
            for row in rows.to_dict("records")
        }


def read_measured_run(folder: AnyPath) -> MeasuredRun:
    """Read a run's folder. Everything in it but the plan may be absent.

    Raises:
        FileNotFoundError: There is no plan.
    """
    plan = read_plan(folder)
    manifests, unreadable = read_manifests(folder, plan)
    return MeasuredRun(
        folder=folder,
        plan=plan,
        cells=read_result(folder, "cells"),
        summary=read_result(folder, "summary"),
        rejected=unreadable | read_rejected(folder),
        manifests=manifests,
        failures=read_failures(folder, plan, manifests),
    )


def _by_treatment(cells: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The rows of each treatment, indexed by block; a report asks for hundreds of their columns."""
    if "treatment" not in cells:
        return {}
    return {str(name): rows.set_index("block") for name, rows in cells.groupby("treatment")}


def _values(cells: dict[str, pd.DataFrame], treatment: str, column: str) -> "pd.Series[float]":
    """A treatment's values of a column, indexed by block; empty where the column does not exist."""
    rows = cells.get(treatment)
    if rows is None or column not in rows:
        return pd.Series(dtype=float)
    values = rows[column].to_numpy(dtype=float, na_value=np.nan)
    is_known = ~np.isnan(values)
    return pd.Series(values[is_known], rows.index[is_known], name=column)


def _words(cells: dict[str, pd.DataFrame], treatment: str, column: str) -> list[str]:
    rows = cells.get(treatment)
    return [str(word) for word in rows[column].dropna()] if rows is not None and column in rows else []


def number_or_none(value: object) -> float | None:
    """A number of a table; None where it has none."""
    return None if pd.isna(value) else float(value)  # type: ignore[call-overload, arg-type]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
