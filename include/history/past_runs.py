"""Past runs. Only the part of a run that a history needs is read, because many runs are read at once."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, Field, ValidationError

from include.errors import HistoryError
from include.history.conditions import Conditions, conditions
from include.matrix.cluster_and_runner import Placement
from include.matrix.experiment import Experiment
from include.matrix.plan import PLAN_FILE
from include.matrix.run_id import RESERVED_NAMES
from include.matrix.treatment import Treatment
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER, RESULTS_FOLDER, results_of_run
from include.rawlog.manifest import Manifest, read_manifest
from include.report.accepted_regressions import Acceptance, acceptance_of
from include.report.cost_differences import TABLE as DIFFERENCES
from include.spark_jobs.results.result_replacement import has_another_version
from include.storage.object_store_errors import StorageError
from include.storage.path import AnyPath, read_all
from include.verdicts.compared_quantities import QUANTITIES, Quantity
from include.verdicts.trimmed_mean import Numbers

CELLS_FILE = "cells.parquet"
IDENTITY = ("cell", "treatment", "block")
VALIDITY, INVALID = "validity", "invalid"
"""The column with a cell's validity, and the column's value for a cell that must not be compared."""

START = "start"
"""The column with the number of the brokers' start on which a cell ran; 1 if the start was not recorded."""

REQUIRED = (*IDENTITY, VALIDITY, START)


@dataclass(frozen=True)
class MeasuredStarts:
    """The value of each cell of a treatment, and the number of the brokers' start on which the cell ran.

    Both arrays have the shape (cells,).
    """

    values: Numbers
    starts: Numbers

    def above_zero(self) -> "MeasuredStarts":
        """The cells with a value above zero. Ratios are computed only from these cells."""
        mask = self.values > 0
        return MeasuredStarts(self.values[mask], self.starts[mask])

    @property
    def means(self) -> Numbers:
        """For each start, the mean of the logarithms of the values; shape (starts,)."""
        starts, numbers = np.unique(self.starts, return_inverse=True)
        return np.bincount(numbers, np.log(self.values), starts.size) / np.bincount(numbers)


class PastPlan(BaseModel, frozen=True):
    """The part of a run's plan that a history needs: everything but the cells, which are many."""

    run_id: str
    created: datetime
    experiment: Experiment
    release: str
    placement: Placement = Field(default=Placement(), alias="where")
    treatments: list[Treatment]


@dataclass(frozen=True)
class PastRun:
    """A run with results.

    ``cells`` has a row for each valid cell: treatment, block, start of the brokers and metrics.
    ``differences`` has the rows of ``results/differences``.
    """

    name: str
    created: datetime
    release: str
    treatments: tuple[Treatment, ...]
    conditions: Conditions
    cells: pd.DataFrame
    differences: pd.DataFrame
    acceptance: Acceptance | None = None
    """The acceptance of the run's regression, if somebody accepted it."""

    @property
    def accepted(self) -> list[str]:
        """A sentence about who accepted the run's regression; empty if nobody accepted it."""
        return [self.acceptance.sentence(f"The regression in {self.name}")] if self.acceptance else []

    def values(self, treatment: str, quantity: Quantity) -> list[float]:
        """The values of a treatment's cells; cells without a value are left out."""
        return [float(value) for value in self.measured_starts(treatment, quantity).values]

    def measured_starts(self, treatment: str, quantity: Quantity) -> MeasuredStarts:
        """The values of a treatment's cells, and the numbers of the brokers' starts.

        Each value has the number of the start on which its cell ran.
        """
        cells = self.cells[self.cells["treatment"] == treatment].dropna(subset=quantity.column)
        return MeasuredStarts(cells[quantity.column].to_numpy(float), cells[START].to_numpy(float))


@dataclass(frozen=True)
class PastRuns:
    """The runs of an experiment, the oldest first.

    ``left_out`` maps the name of each folder that was left out to the reason.
    """

    runs: list[PastRun]
    left_out: dict[str, str]


class _UnusableRunError(Exception):
    """A run cannot be a part of a history. The message is the reason."""


class _OtherExperimentError(_UnusableRunError):
    def __init__(self, experiment: str) -> None:
        super().__init__(f"a run of {experiment}")
        self.experiment = experiment


def read_past_runs(folder: AnyPath, experiment: str) -> PastRuns:
    """Every run of an experiment in a folder of runs.

    Raises:
        HistoryError: The folder does not exist, or has no run of the experiment with results.
        StorageError: The storage cannot be used.
    """
    runs_or_errors = read_all(lambda run: _attempt(run, experiment), _folders(folder))
    runs = [run for _, run in runs_or_errors if isinstance(run, PastRun)]
    others = {name: reason for name, reason in runs_or_errors if isinstance(reason, _UnusableRunError)}
    if not runs:
        raise HistoryError(_no_runs(folder, experiment, others))
    in_order = sorted(runs, key=lambda run: (run.created, run.name))
    return PastRuns(in_order, {name: str(reason) for name, reason in others.items()})


def read_past_run(run: AnyPath) -> PastRun:
    """The run in a folder; the run may belong to any experiment.

    Raises:
        HistoryError: The run cannot be read, or has no results.
    """
    try:
        return _read(run, None)
    except _UnusableRunError as reason:
        raise HistoryError(f"{run}: {reason}") from None


def _folders(folder: AnyPath) -> list[AnyPath]:
    """The entries of the folder that may be runs, sorted by name."""
    try:
        entries: list[AnyPath] = list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        raise HistoryError(
            f"{folder} is not a folder; KERRAN_RUNS names the folder of the runs, and `make sweep` makes runs"
        ) from None
    return sorted(
        (entry for entry in entries if not entry.name.startswith(".") and entry.name not in RESERVED_NAMES),
        key=lambda entry: entry.name,
    )


def _attempt(run: AnyPath, experiment: str) -> tuple[str, PastRun | _UnusableRunError]:
    try:
        return run.name, _read(run, experiment)
    except _UnusableRunError as reason:
        return run.name, reason
    except StorageError:
        raise
    except OSError as error:
        return run.name, _UnusableRunError(str(error))


def _read(run: AnyPath, experiment: str | None) -> PastRun:
    plan = _read_plan(run)
    if experiment not in (None, plan.experiment.name):
        raise _OtherExperimentError(plan.experiment.name)
    cells = _read_cells(run)
    manifest = _manifest_of(run / CELLS_FOLDER / str(cells["cell"].iloc[0]))
    return PastRun(
        name=run.name,
        created=plan.created,
        release=plan.release,
        treatments=tuple(plan.treatments),
        conditions=conditions(plan.experiment, plan.treatments, plan.placement, manifest),
        cells=cells,
        differences=pd.read_parquet(BytesIO((results_of_run(run) / f"{DIFFERENCES}.parquet").read_bytes())),
        acceptance=acceptance_of(run),
    )


def _read_plan(run: AnyPath) -> PastPlan:
    try:
        return PastPlan.model_validate_json((run / PLAN_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise _UnusableRunError(f"no {PLAN_FILE}: not a run") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise _UnusableRunError(
            f"its {PLAN_FILE} cannot be read: {where}: {first['msg']}".replace(": :", ":")
        ) from None


def _read_cells(run: AnyPath) -> pd.DataFrame:
    """The valid cells of a run; a column that the results do not have is empty."""
    file = _open_cells(run)
    column_names = [*REQUIRED, *(name for name in QUANTITIES if name in file.schema_arrow.names)]
    cells: pd.DataFrame = file.read(column_names, use_threads=False).to_pandas()
    cells = (
        cells[cells[VALIDITY] != INVALID].reindex(columns=[*IDENTITY, START, *QUANTITIES]).fillna({START: 1})
    )
    if not cells[list(QUANTITIES)].notna().any(axis=None):
        raise _UnusableRunError("no valid cell in its results has a figure to compare")
    return cells


def _open_cells(run: AnyPath) -> pq.ParquetFile:
    path = f"{RESULTS_FOLDER}/{CELLS_FILE}"
    try:
        content = (results_of_run(run) / CELLS_FILE).read_bytes()
    except FileNotFoundError:
        raise _UnusableRunError(f"no {path}: not measured yet") from None
    try:
        file = pq.ParquetFile(BytesIO(content))
    except (pa.ArrowInvalid, OSError) as error:
        raise _UnusableRunError(f"its {path} cannot be read: {error}") from None
    if has_another_version(file.schema_arrow):
        raise _UnusableRunError(f"its {path} has another version of the tables: measure the run again")
    if missing := [column for column in REQUIRED if column not in file.schema_arrow.names]:
        raise _UnusableRunError(f"its {path} has no column {missing[0]}")
    return file


def _manifest_of(cell: AnyPath) -> Manifest | None:
    """A cell's manifest; None if the raw log was removed, or if the manifest is invalid."""
    try:
        return read_manifest(cell)
    except (FileNotFoundError, ValidationError):
        return None


def _no_runs(folder: AnyPath, experiment: str, others: dict[str, _UnusableRunError]) -> str:
    """The message that there is no run. It names other experiments with runs, and the first unusable run."""
    counts = Counter(
        error.experiment for error in others.values() if isinstance(error, _OtherExperimentError)
    )
    experiments = ", ".join(f"{name} ({runs})" for name, runs in counts.most_common())
    unusable = {name: error for name, error in others.items() if not isinstance(error, _OtherExperimentError)}
    first = next((f"; {name}: {reason}" for name, reason in unusable.items()), "")
    other_runs = f"; there are runs of {experiments}" if experiments else ""
    return f"{folder}: no run of the experiment {experiment} with results{other_runs}{first}"
