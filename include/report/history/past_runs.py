"""Past runs: the runs of a folder that have results, and the reasons why other runs cannot be used."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Annotated

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BeforeValidator, ValidationError

from include.machine.errors import HistoryError
from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath, read_all
from include.plan.plan import PLAN_FILE, Plan
from include.plan.run_id import RESERVED_NAMES
from include.plan.treatment import Cell
from include.plan.validation_errors import first_problem
from include.rawlog.cells_and_results_of_run import CELLS_FOLDER, RESULTS_FOLDER, results_of_run
from include.rawlog.manifest import Manifest, read_manifest
from include.rawlog.tables_version import has_another_version
from include.report.accepted_regressions import Acceptance, acceptance_of
from include.report.cost_differences import TABLE as DIFFERENCES
from include.report.history.conditions import Conditions, conditions
from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import QUANTITIES

METRICS = {quantity.metric.name for quantity in QUANTITIES.values()}
"""The metrics of ``results/summary`` that are kept. All metrics of many runs would take much memory."""


class _PlanWithoutCells(Plan):
    """A plan whose list of cells is empty: reading the cells would take most of the time of a history."""

    cells: Annotated[list[Cell], BeforeValidator(lambda _: [])]


@dataclass(frozen=True)
class PastRun:
    """A run with results, and the conditions under which it was made.

    ``measured.plan`` has no cells, and ``measured.summary`` has only the metrics that a history shows.
    """

    measured: MeasuredRun
    conditions: Conditions
    acceptance: Acceptance | None
    """The acceptance of the run's regression, if somebody accepted it."""

    @property
    def name(self) -> str:
        """The name of the run's folder."""
        return self.measured.folder.name

    @property
    def plan(self) -> Plan:
        """The plan of the run."""
        return self.measured.plan

    @property
    def accepted(self) -> list[str]:
        """A sentence about who accepted the run's regression; empty if nobody accepted it."""
        return [self.acceptance.sentence(f"The regression in {self.name}")] if self.acceptance else []


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
    """A run belongs to another experiment, whose name is the only argument."""

    def __str__(self) -> str:
        return f"a run of {self.args[0]}"


def read_past_runs(folder: AnyPath, experiment: str) -> PastRuns:
    """Every run of an experiment in a folder of runs.

    Raises:
        HistoryError: The folder does not exist, or has no run of the experiment with results.
        StorageError: The storage cannot be used.
    """
    outcomes = read_all(lambda run: (run.name, _run_or_error(run, experiment)), _entries(folder))
    runs = [run for _, run in outcomes if isinstance(run, PastRun)]
    errors = {name: error for name, error in outcomes if isinstance(error, Exception)}
    if not runs:
        raise HistoryError(_no_runs(folder, experiment, errors))
    in_order = sorted(runs, key=lambda run: (run.plan.created, run.name))
    return PastRuns(in_order, {name: str(error) for name, error in errors.items()})


def read_past_run(run: AnyPath) -> PastRun:
    """The run in a folder; the run may belong to any experiment.

    Raises:
        HistoryError: The run cannot be read, or has no results.
    """
    try:
        return _read(run, None)
    except _UnusableRunError as reason:
        raise HistoryError(f"{run}: {reason}") from None


def _entries(folder: AnyPath) -> list[AnyPath]:
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


def _run_or_error(run: AnyPath, experiment: str) -> PastRun | Exception:
    """The run in a folder, or the reason why the folder has no usable run of the experiment."""
    try:
        return _read(run, experiment)
    except StorageError:
        raise
    except (_UnusableRunError, OSError) as error:
        return error


def _read(run: AnyPath, experiment: str | None) -> PastRun:
    plan = _read_plan(run)
    if experiment not in (None, plan.experiment.name):
        raise _OtherExperimentError(plan.experiment.name)
    results = results_of_run(run)
    cells = _read_table(results, "cells", ["cell"])
    summary, differences = (_read_table(results, name).to_pandas() for name in ("summary", DIFFERENCES))
    summary = summary[summary["metric"].isin(METRICS) & summary["median"].notna()]
    if summary.empty:
        raise _UnusableRunError("no valid cell in its results has a figure to compare")
    manifest = _manifest_of(run / CELLS_FOLDER / str(cells["cell"][0]))
    measured = MeasuredRun(run, plan, {"summary": summary, DIFFERENCES: differences})
    return PastRun(measured, conditions(plan, manifest), acceptance_of(run))


def _read_plan(run: AnyPath) -> Plan:
    try:
        return _PlanWithoutCells.model_validate_json((run / PLAN_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise _UnusableRunError(f"no {PLAN_FILE}: not a run") from None
    except ValidationError as error:
        raise _UnusableRunError(f"its {PLAN_FILE} cannot be read: {first_problem(error)}") from None


def _read_table(results: AnyPath, name: str, columns: Sequence[str] = ()) -> pa.Table:
    """A table of the results; without ``columns``, it has all its columns."""
    path = f"{RESULTS_FOLDER}/{name}.parquet"
    try:
        content = (results / f"{name}.parquet").read_bytes()
    except FileNotFoundError:
        raise _UnusableRunError(f"no {path}: not measured yet") from None
    try:
        table = pq.ParquetFile(BytesIO(content)).read(columns or None, use_threads=False)
    except (pa.ArrowInvalid, OSError) as error:
        raise _UnusableRunError(f"its {path} cannot be read: {error}") from None
    if has_another_version(table.schema):
        raise _UnusableRunError(f"its {path} has another version of the tables: measure the run again")
    if missing := [column for column in columns if column not in table.column_names]:
        raise _UnusableRunError(f"its {path} has no column {missing[0]}")
    return table


def _manifest_of(cell: AnyPath) -> Manifest | None:
    """A cell's manifest; None if the raw log was removed, or if the manifest is invalid."""
    try:
        return read_manifest(cell)
    except (FileNotFoundError, ValidationError):
        return None


def _no_runs(folder: AnyPath, experiment: str, errors: dict[str, Exception]) -> str:
    """The message that there is no run. It names other experiments with runs, and the first unusable run."""
    others = [error for error in errors.values() if isinstance(error, _OtherExperimentError)]
    counts = Counter(error.args[0] for error in others)
    experiments = ", ".join(f"{name} ({runs})" for name, runs in counts.most_common())
    first = next((f"; {name}: {error}" for name, error in errors.items() if error not in others), "")
    other_runs = f"; there are runs of {experiments}" if experiments else ""
    return f"{folder}: no run of the experiment {experiment} with results{other_runs}{first}"
