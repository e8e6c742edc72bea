"""Plan a run, or find the plan of a run that is to be completed."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from include.machine import folders
from include.machine.errors import UserError
from include.machine.processes.cores import listed
from include.machine.settings import option_variable
from include.machine.storage.atomic_write import check_storage, set_link
from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath
from include.plan.experiment import Experiment
from include.plan.load import load
from include.plan.override_values import (
    planned_value,
    read_overrides,
    requested_value,
    with_conditions_of_environment,
)
from include.plan.overrides import Overrides
from include.plan.plan import PLAN_FILE, Plan, needed_cells, read_plan
from include.plan.planning import make_plan, write_plan
from include.plan.run_id import DAG_FILE, read_dag, record_dag, validate_run_id
from include.plan.start_variation import with_start_variation
from include.rawlog.cells_and_results_of_run import sealed_ids

ExperimentOf: TypeAlias = Callable[[Overrides], Experiment]
"""Makes an experiment that stands in no file, with overrides applied."""


class RunConflictError(UserError, ValueError):
    """The run exists, and its plan differs from the request."""


@dataclass(frozen=True)
class PlannedRun:
    """A run with a written plan: its name, its folder, and the ids of the cells to run, in order."""

    run_id: str
    folder: AnyPath
    cells: list[str]


def plan_run(
    name: str,
    experiment: str | ExperimentOf,
    form: Mapping[str, Any],
    most_cells: int | None = None,
    dag: str | None = None,
) -> PlannedRun:
    """Find or write the plan of a run, for the tasks that follow.

    Args:
        name: The name of the run, or the id of a DAG run, from which the name is made.
        experiment: The name or file of the experiment, or what makes it.
        form: The values in the DAG's form that override values of the experiment, by name.
        most_cells: The maximum number of cells over which Airflow maps a task; None without a limit.
        dag: The id of the DAG to which the run belongs; None outside of Airflow.
    """
    overrides = with_conditions_of_environment(read_overrides(form))
    requested = experiment if isinstance(experiment, str) else experiment(overrides)
    plan = find_or_make_plan(folder_name(name), requested, overrides, dag)
    if most_cells is not None and len(plan.cells) > most_cells:
        cells = len(plan.cells)
        raise UserError(
            f"The run has {cells} cells, and this Airflow maps a task over at most {most_cells}. Set "
            f"AIRFLOW__CORE__MAX_MAP_LENGTH={cells} for all of Airflow's components, and restart them."
        )
    keep_plan(plan)
    if dag is not None:
        record_dag(folders.RUNS / plan.run_id, dag)
    return PlannedRun(plan.run_id, folders.RUNS / plan.run_id, pending_cells(plan))


def folder_name(name: str) -> str:
    """The name in a form that suits a folder: without ``:``, and with ``-`` instead of ``+``.

    Airflow allows both characters in the id of a DAG run.
    """
    return name.replace(":", "").replace("+", "-")


def find_or_make_plan(
    run_id: str, experiment: str | Experiment, overrides: Overrides, dag: str | None = None
) -> Plan:
    """The plan of the existing run, or a new plan that is not written yet.

    Args:
        run_id: The name of the run.
        experiment: The name or file of the experiment, or an experiment with overrides applied.
        overrides: The values that replace values in the file.
        dag: The id of the DAG that executes the run; None outside of Airflow.

    Raises:
        RunIdError: The name cannot be the name of a run.
        ExperimentError: The experiment has an error.
        RunConflictError: The run exists, and its plan or its DAG differs from the request.
        StorageError: The storage of runs cannot be used.
    """
    run = folders.RUNS / validate_run_id(run_id)
    check_storage(folders.RUNS)
    if not (run / PLAN_FILE).exists():
        loaded = load(experiment, overrides) if isinstance(experiment, str) else experiment
        plan = make_plan(loaded, run_id, overrides.placement, overrides.conditions)
        return with_start_variation(plan, folders.RUNS)
    if dag is not None:
        _check_dag(run, dag)
    plan = read_plan(run)
    if conflicts := list(_conflicts(plan, experiment, overrides)):
        raise RunConflictError(
            f"Run {run_id} exists, and was planned with other values: {'; '.join(conflicts)}. Complete the "
            "run without these values and on a machine with the planned cores, or choose another name for a "
            "new run."
        )
    return plan


def keep_plan(plan: Plan) -> None:
    """Write the plan if it is not written yet, and make ``runs/latest`` point to its run.

    Raises:
        StorageError: The plan cannot be written.
    """
    run = folders.RUNS / plan.run_id
    try:
        if not (run / PLAN_FILE).exists():
            write_plan(run, plan)
        set_link(folders.RUNS / "latest", plan.run_id)
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(
            f"{run}: the plan cannot be written ({error.strerror}). Remove the cause, or set KERRAN_RUNS to "
            "another folder."
        ) from error


def pending_cells(plan: Plan) -> list[str]:
    """The ids of the cells that are needed and not sealed, in the planned order."""
    run = folders.RUNS / plan.run_id
    sealed_cells = sealed_ids(run)
    return [cell.id for cell in needed_cells(plan, run) if cell.id not in sealed_cells]


def _check_dag(run: AnyPath, dag: str) -> None:
    """Check that a run belongs to the DAG.

    A run without a DAG passes if no cell is sealed. Without this check, a user who may trigger one DAG could
    read the results of another DAG in the logs of the tasks.

    Raises:
        RunConflictError: The run belongs to another DAG, or has sealed cells without a DAG.
    """
    recorded_dag = read_dag(run)
    if recorded_dag != dag and (recorded_dag is not None or sealed_ids(run)):
        belongs = f"belongs to the DAG {recorded_dag}" if recorded_dag else f"has cells and no {DAG_FILE}"
        raise RunConflictError(
            f"Run {run.name} {belongs}; the DAG {dag} does not complete it. Choose another name."
        )


def _conflicts(plan: Plan, experiment: str | Experiment, overrides: Overrides) -> Iterator[str]:
    name = Path(experiment).stem if isinstance(experiment, str) else experiment.name
    if name and name != plan.experiment.name:
        yield f"experiment is {plan.experiment.name}, not {name}"
    elif isinstance(experiment, Experiment) and experiment != plan.experiment:
        yield "the settings of what is judged"
    for name in overrides.values:
        level, other_level = planned_value(plan, name), requested_value(overrides, name)
        if other_level != level:
            text = "none" if level is None else level
            yield f"{name} is {text}, not {other_level} (--{name.replace('_', '-')}, {option_variable(name)})"
    if missing := sorted({*plan.cores.brokers, *plan.cores.load_programs} - os.sched_getaffinity(0)):
        yield f"the planned cores {listed(tuple(missing))} are not available on this machine"
