"""Past runs, with as little of each as a history needs: many of them are read at once."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from include.history.conditions import Conditions, conditions
from include.history.errors import HistoryError
from include.history.quantities import QUANTITIES
from include.matrix.experiment import Experiment
from include.matrix.placement import Placement
from include.matrix.plan import PLAN_FILE, Treatment
from include.matrix.run_id import KEPT
from include.rawlog.manifest import Manifest, read_manifest
from include.rawlog.seals import CELLS_FOLDER
from include.report.run import RESULTS_FOLDER
from include.report.sections.cost.cost import Quantity
from include.storage.errors import StorageError
from include.storage.path import AnyPath

CELLS_FILE = "cells.parquet"
IDENTITY = ("cell", "treatment", "block")
AT_ONCE = 8
"""Runs that are read at once: an object store answers each after a while."""

VALIDITY, INVALID = "validity", "invalid"
"""The column that says whether a cell may be compared; results from before it don't have it."""


class PlanHead(BaseModel):
    """A run's plan without its cells, which are most of it."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    created: datetime
    experiment: Experiment
    release: str
    placement: Placement = Field(default=Placement(), alias="where")
    treatments: list[Treatment]


@dataclass(frozen=True)
class PastRun:
    """A run that has results. ``cells`` has a row a valid cell: treatment, block, the quantities' columns."""

    name: str
    created: datetime
    release: str
    treatments: tuple[Treatment, ...]
    conditions: Conditions
    cells: pd.DataFrame

    def values(self, treatment: str, quantity: Quantity) -> list[float]:
        """What a treatment's cells measured; cells without a value are left out."""
        own = self.cells[self.cells["treatment"] == treatment]
        return [float(value) for value in own[quantity.column].dropna()]


@dataclass(frozen=True)
class PastRuns:
    """The runs of an experiment, the oldest first; ``left_out`` says of every other folder why."""

    runs: list[PastRun]
    left_out: dict[str, str]


class _LeftOut(Exception):  # noqa: N818 - no error, but a run that tells nothing here
    """Why a run isn't read."""


class _OfAnother(_LeftOut):
    """It is of another experiment, whose name this is."""


def read_runs(folder: AnyPath, experiment: str, quantities: Sequence[Quantity] = QUANTITIES) -> PastRuns:
    """Every run of an experiment in a folder of runs.

    Raises:
        HistoryError: the folder isn't there, or has no such run with results.
        StorageError: the storage can't be used.
    """
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(lambda run: _attempt(run, experiment, quantities), _folders(folder)))
    runs = [one for _, one in found if isinstance(one, PastRun)]
    others = {name: reason for name, reason in found if isinstance(reason, _LeftOut)}
    if not runs:
        raise HistoryError(_nothing(folder, experiment, others))
    return PastRuns(
        sorted(runs, key=lambda run: (run.created, run.name)),
        {
            name: f"a run of {reason}" if isinstance(reason, _OfAnother) else str(reason)
            for name, reason in others.items()
        },
    )


def read_run(run: AnyPath, quantities: Sequence[Quantity] = QUANTITIES) -> PastRun:
    """One run, whatever its experiment.

    Raises:
        HistoryError: it can't be read, or has no results.
    """
    try:
        return _read(run, None, quantities)
    except _LeftOut as reason:
        raise HistoryError(f"{run}: {reason}") from None


def _folders(folder: AnyPath) -> list[AnyPath]:
    """Whatever may be a run, by name."""
    try:
        entries: list[AnyPath] = list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        raise HistoryError(
            f"{folder} is no folder; KERRAN_RUNS names that of the runs, and `make sweep` makes runs"
        ) from None
    return sorted(
        (entry for entry in entries if not entry.name.startswith(".") and entry.name not in KEPT),
        key=lambda entry: entry.name,
    )


def _attempt(run: AnyPath, experiment: str, quantities: Sequence[Quantity]) -> tuple[str, PastRun | _LeftOut]:
    try:
        return run.name, _read(run, experiment, quantities)
    except _LeftOut as reason:
        return run.name, reason
    except StorageError:
        raise
    except OSError as error:
        return run.name, _LeftOut(str(error))


def _read(run: AnyPath, experiment: str | None, quantities: Sequence[Quantity]) -> PastRun:
    plan = _read_plan(run)
    if experiment not in (None, plan.experiment.name):
        raise _OfAnother(plan.experiment.name)
    cells = _read_cells(run, [quantity.column for quantity in quantities])
    manifest = _manifest_of(run / CELLS_FOLDER / str(cells["cell"].iloc[0]))
    return PastRun(
        name=run.name,
        created=plan.created,
        release=plan.release,
        treatments=tuple(plan.treatments),
        conditions=conditions(plan.experiment, plan.treatments, plan.placement, manifest),
        cells=cells,
    )


def _read_plan(run: AnyPath) -> PlanHead:
    try:
        return PlanHead.model_validate_json((run / PLAN_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise _LeftOut(f"no {PLAN_FILE} there: not a run") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise _LeftOut(
            f"its {PLAN_FILE} can't be read: {where}: {first['msg']}".replace(": :", ":")
        ) from None


def _read_cells(run: AnyPath, columns: Sequence[str]) -> pd.DataFrame:
    """Its valid cells; a column that its results don't have is empty."""
    file = _open_cells(run)
    has = file.schema_arrow.names
    wanted = [*IDENTITY, *(column for column in (VALIDITY, *columns) if column in has)]
    cells: pd.DataFrame = file.read(wanted, use_threads=False).to_pandas()
    if VALIDITY in has:
        cells = cells[cells[VALIDITY] != INVALID]
    cells = cells.reindex(columns=[*IDENTITY, *columns])
    if not cells[list(columns)].notna().any(axis=None):
        raise _LeftOut("no valid cell in its results")
    return cells


def _open_cells(run: AnyPath) -> pq.ParquetFile:
    path = f"{RESULTS_FOLDER}/{CELLS_FILE}"
    try:
        content = (run / RESULTS_FOLDER / CELLS_FILE).read_bytes()
    except FileNotFoundError:
        raise _LeftOut(f"no {path}: not measured yet") from None
    try:
        file = pq.ParquetFile(BytesIO(content))
    except (pa.ArrowInvalid, OSError) as error:
        raise _LeftOut(f"its {path} can't be read: {error}") from None
    if missing := [column for column in IDENTITY if column not in file.schema_arrow.names]:
        raise _LeftOut(f"its {path} has no column {missing[0]}")
    return file


def _manifest_of(cell: AnyPath) -> Manifest | None:
    """A cell's manifest; None where its raw log was removed to save space."""
    try:
        return read_manifest(cell)
    except (FileNotFoundError, ValidationError):
        return None


def _nothing(folder: AnyPath, experiment: str, others: dict[str, _LeftOut]) -> str:
    of_others = Counter(str(reason) for reason in others.values() if isinstance(reason, _OfAnother))
    told = ", ".join(f"{name} ({runs})" for name, runs in of_others.most_common())
    unusable = {name: reason for name, reason in others.items() if not isinstance(reason, _OfAnother)}
    first = next((f"; {name}: {reason}" for name, reason in unusable.items()), "")
    there = f"; there are runs of {told}" if told else ""
    return f"{folder}: no run of the experiment {experiment} with results{there}{first}"
