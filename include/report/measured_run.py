"""Everything that a report reads from the folder of a run. Parts of it may not exist."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO

import numpy as np
import pandas as pd
from pyarrow.parquet import ParquetFile
from pydantic import ValidationError

from include.kinds.metrics.registry import METRICS, column_name
from include.machine.errors import UserError
from include.machine.storage.path import AnyPath
from include.plan.plan import Plan, needed_cells, read_plan
from include.plan.treatment import Cell
from include.plan.validation_errors import first_problem
from include.rawlog.cells_and_results_of_run import (
    CELLS_FOLDER,
    Failure,
    has_results,
    read_failure,
    read_rejected,
    results_of_run,
)
from include.rawlog.manifest import Manifest, read_manifest
from include.verdicts.comparison.median_interval import Estimate
from include.verdicts.comparison.samples import Kind, Pairs
from include.verdicts.guarantee import Verdict, worst
from include.verdicts.validity import Validity

IDENTITY = ("cell", "treatment", "block", "attempt")
"""The columns that ``MeasuredRun.cells`` has even if there are no results."""

ROWS_OF_PART = 2**17
"""The number of rows of a part, for a table that is read in parts."""


class MissingTableError(UserError):
    """The results of a run lack a table that all results have."""


def read_result(results: AnyPath, name: str) -> pd.DataFrame:
    """A table in a folder of results; empty where the run has no results yet.

    Raises:
        MissingTableError: The folder has results without this table.
    """
    path = results / f"{name}.parquet"
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        _check_no_results(path)
        return pd.DataFrame()
    return pd.read_parquet(BytesIO(content))


def _check_no_results(missing: AnyPath) -> None:
    """Raise a MissingTableError if the folder of the missing table has other tables."""
    if has_results(missing.parent):
        raise MissingTableError(
            f"{missing}: is missing, and all results have this table; compute the results of the run again "
            "with `kerran measure`"
        )


@dataclass(frozen=True)
class MeasuredRun:
    """A run with its results, which are read when they are first used; everything but the plan may be absent.

    Comparisons use the valid cells only: ``valid_cells`` and ``repetitions``. The counts of messages and the
    verdicts on the guarantees include all measured cells, and all other attempts that have a raw log
    (``counted``).
    """

    folder: AnyPath
    plan: Plan
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)
    """Tables of the results, by name. A table is added when it is read for the first time."""

    @cached_property
    def results(self) -> AnyPath:
        """The folder of the results. All tables are read from it, even if results are computed meanwhile."""
        return results_of_run(self.folder)

    @cached_property
    def cells(self) -> pd.DataFrame:
        """One row for each measured cell."""
        cells = self.table("cells")
        return pd.DataFrame(columns=IDENTITY) if cells.empty else cells

    @cached_property
    def needed(self) -> list[Cell]:
        """The planned cells, without those of blocks that the run did not need."""
        return needed_cells(self.plan, self.folder)

    @property
    def summary(self) -> pd.DataFrame:
        """One row for each treatment, span and metric."""
        return self.table("summary")

    @property
    def manifests(self) -> dict[str, Manifest]:
        """The manifests of the sealed cells, by the cells' ids."""
        return self._manifests[0]

    @cached_property
    def rejected(self) -> dict[str, str]:
        """Cells that could not be measured, with the reason."""
        return self._manifests[1] | read_rejected(self.results)

    @cached_property
    def failures(self) -> dict[str, Failure]:
        """The failures of the cells that have no manifest."""
        failures = {}
        for cell in self.plan.cells:
            if cell.id not in self.manifests:
                with suppress(FileNotFoundError):
                    failures[cell.id] = read_failure(self.folder / CELLS_FOLDER / cell.id)
        return failures

    @cached_property
    def _manifests(self) -> tuple[dict[str, Manifest], dict[str, str]]:
        """The manifests of sealed cells, and the reasons why manifests are unreadable, by the cells' ids."""
        manifests, unreadable = {}, {}
        for cell in self.plan.cells:
            try:
                manifests[cell.id] = read_manifest(self.folder / CELLS_FOLDER / cell.id)
            except FileNotFoundError:
                continue
            except ValidationError as error:
                unreadable[cell.id] = f"the manifest cannot be read: {first_problem(error)}"
        return manifests, unreadable

    def table(self, name: str) -> pd.DataFrame:
        """The table of the results with this name, such as ``timelines``; empty if there are no results.

        Raises:
            MissingTableError: The run has results without this table.
        """
        if name not in self.tables:
            self.tables[name] = read_result(self.results, name)
        return self.tables[name]

    def parts(self, name: str) -> Iterator[pd.DataFrame]:
        """Yield the rows of a table of the results in parts, because a table may have millions of rows."""
        path = self.results / f"{name}.parquet"
        if name in self.tables or not path.exists():
            yield self.table(name)
            return
        with path.open("rb") as file:
            for rows in ParquetFile(file).iter_batches(ROWS_OF_PART):
                yield rows.to_pandas()

    def rows_of(self, name: str, cell: str) -> pd.DataFrame:
        """The rows of one cell in a table of the results; empty if the cell has no rows."""
        table = self.table(name)
        return table[table["cell"] == cell] if len(table) else table

    @property
    def missing(self) -> list[str]:
        """Planned cells that have no manifest and no failure, and that were not rejected."""
        cell_ids = self.manifests.keys() | self.failures.keys() | self.rejected.keys()
        return [cell.id for cell in self.needed if cell.id not in cell_ids]

    @property
    def unmeasured(self) -> list[str]:
        """Sealed cells that are not in the results: they were sealed after the results were computed."""
        measured_cells = set(self.cells["cell"])
        return [cell for cell in self.manifests if cell not in measured_cells and cell not in self.rejected]

    @cached_property
    def valid_cells(self) -> pd.DataFrame:
        """The measured cells that may be compared; all measured cells if there are no validity verdicts."""
        return self.cells[~self._is_invalid]

    @cached_property
    def invalid(self) -> dict[str, str]:
        """The measured cells that must not be compared, each with the reason."""
        cells = self.cells[self._is_invalid]
        return dict(zip(cells["cell"], cells["invalid_because"], strict=True)) if len(cells) else {}

    @property
    def _is_invalid(self) -> "pd.Series[bool]":
        return self.cells.get("validity", pd.Series(index=self.cells.index)) == Validity.INVALID.value

    def estimate(self, treatment: str, column: str) -> Estimate | None:
        """The median and interval of a treatment in a column of ``cells``; None if no cell has a value."""
        return self._estimates.get((treatment, column))

    def median(self, treatment: str, column: str) -> float | None:
        """The median of a treatment's values in a column of ``cells``; None if no cell has a value."""
        estimate = self.estimate(treatment, column)
        return estimate.median if estimate else None

    def repetitions(self, treatment: str, column: str) -> "pd.Series[float]":
        """A treatment's values of a metric in the valid cells, indexed by block."""
        return _values(self._rows["valid"][treatment], column)

    def pairs_of(self, treatment: str, reference: str, column: str, kind: Kind) -> Pairs:
        """The values of two treatments and the start of the brokers, for each block with both values."""
        return self.pairs_between(
            self.repetitions(treatment, column), self.repetitions(reference, column), kind
        )

    def pairs_between(
        self, values: "pd.Series[float]", others: "pd.Series[float]", kind: Kind = Kind.DIFFERENCE
    ) -> Pairs:
        """Two series of values by block, and the start of the brokers, for each block with both values."""
        both = pd.concat({"treatment": values, "reference": others}, axis=1, join="inner").dropna()
        treatment, reference = (both[side].to_numpy(float) for side in both)
        return Pairs(kind, treatment, reference, self.starts_of(both.index).to_numpy(float))

    def starts_of(self, blocks: "pd.Index[int]") -> "pd.Series[float]":
        """The number of the brokers' start on which each of these blocks ran; 1 where none was recorded."""
        return self._starts_by_block.reindex(blocks).fillna(1)

    @cached_property
    def _starts_by_block(self) -> "pd.Series[float]":
        if "start" not in self.cells:
            return pd.Series(dtype=float)
        return self.cells.groupby("block")["start"].first().astype(float)

    def total(self, treatment: str, column: str) -> int | None:
        """The sum of a count over all measured cells of a treatment; None where no cell has a value."""
        return _sum(_values(self._rows["measured"][treatment], column))

    @cached_property
    def attempts(self) -> pd.DataFrame:
        """The attempts that are not the measurement of their cell, one row for each attempt."""
        return self.table("attempts")

    @cached_property
    def other_counted_attempts(self) -> pd.DataFrame:
        """The attempts in ``attempts`` whose raw log could be measured, so that their messages count."""
        return self.attempts[self.attempts["treatment"].notna()] if len(self.attempts) else self.attempts

    @cached_property
    def counted_attempts(self) -> pd.DataFrame:
        """The measured cells and the other counted attempts.

        Measured cells have no value in the column ``ended``.
        """
        others = self.other_counted_attempts
        return pd.concat([self.cells, others], ignore_index=True) if len(others) else self.cells

    def counted(self, treatment: str, column: str) -> int | None:
        """The sum of a count over all attempts at cells of a treatment; None where no attempt has a value."""
        return _sum(_values(self._rows["counted"][treatment], column))

    def examined(self, treatment: str, violation: str) -> int:
        """How often a violation could have occurred, in the counted attempts that were searched for it."""
        cells, column = self._rows["counted"][treatment], METRICS[violation].chances
        if violation not in cells or column not in cells:
            return 0
        return int(cells[column][cells[violation].notna()].sum())

    def cells_of(self, treatment: str) -> list[str]:
        """The ids of a treatment's valid cells, in the order of their blocks."""
        return list(self.cells_by_block(treatment).values())

    def cells_by_block(self, treatment: str) -> dict[object, str]:
        """The ids of a treatment's valid cells by block, in the order of the blocks."""
        cells = self._rows["valid"][treatment]
        return {block: str(cell) for block, cell in cells["cell"].sort_index().items()} if len(cells) else {}

    def manifests_of(self, treatment: str) -> list[Manifest]:
        """The manifests of a treatment's valid cells, in the order of their blocks."""
        return [self.manifests[cell] for cell in self.cells_of(treatment) if cell in self.manifests]

    def guarantee(self, treatment: str) -> Verdict | None:
        """The worst verdict over a treatment's measured cells; None where the results have no verdict.

        Other counted attempts change the verdict only if they break the guarantee.
        """
        verdicts = _verdicts(self._rows["measured"][treatment])
        broken_verdicts = [verdict for verdict in self.verdicts(treatment) if verdict is Verdict.BROKEN]
        return worst([*verdicts, *broken_verdicts]) if verdicts or broken_verdicts else None

    def verdicts(self, treatment: str) -> list[Verdict]:
        """The verdicts on all counted attempts at the cells of a treatment."""
        return _verdicts(self._rows["counted"][treatment])

    @cached_property
    def _rows(self) -> dict[str, dict[str, pd.DataFrame]]:
        """The rows of each kind (valid or measured cells, or all counted attempts), by treatment."""
        kinds = {"valid": self.valid_cells, "measured": self.cells, "counted": self.counted_attempts}
        return {kind: _by_treatment(cells) for kind, cells in kinds.items()}

    @cached_property
    def _estimates(self) -> dict[tuple[str, str], Estimate]:
        rows = self.summary.dropna(subset=["median"]) if len(self.summary) else self.summary
        return {
            (row["treatment"], column_name(row["metric"], text_or_none(row["span"]))): Estimate(
                float(row["median"]), number_or_none(row["low"]), number_or_none(row["high"]), int(row["n"])
            )
            for row in rows.to_dict("records")
        }


def read_measured_run(folder: AnyPath) -> MeasuredRun:
    """The run in a folder. A FileNotFoundError is raised if the folder has no plan."""
    return MeasuredRun(folder, read_plan(folder))


def _by_treatment(cells: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The rows of each treatment, indexed by block.

    The index is built only once, because a report reads hundreds of columns.
    """
    groups = cells.groupby("treatment")
    return defaultdict(pd.DataFrame, {str(name): rows.set_index("block") for name, rows in groups})


def _values(rows: pd.DataFrame, column: str) -> "pd.Series[float]":
    """The known values of a column, indexed by block; empty if the column does not exist."""
    if column not in rows:
        return pd.Series(dtype=float)
    values = rows[column].to_numpy(dtype=float, na_value=np.nan)
    is_known = ~np.isnan(values)
    return pd.Series(values[is_known], rows.index[is_known], name=column)


def _sum(values: "pd.Series[float]") -> int | None:
    return int(values.sum()) if len(values) else None


def _verdicts(rows: pd.DataFrame) -> list[Verdict]:
    return [Verdict(verdict) for verdict in rows["guarantee"].dropna()] if "guarantee" in rows else []


def number_or_none(value: object) -> float | None:
    """A number in a table; None where the table has no number."""
    return None if pd.isna(value) else float(value)  # type: ignore[call-overload, arg-type]


def text_or_none(value: object) -> str | None:
    """A text in a table; None where the table has no text."""
    return value if isinstance(value, str) else None
