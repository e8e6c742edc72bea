"""Plan a run, or find the plan of one that is to be completed."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from include import folders
from include.matrix.experiment import current_name
from include.matrix.load import load
from include.matrix.overrides import Overrides, asked, planned, read_overrides, with_conditions_of_environment
from include.matrix.plan import PLAN_FILE, Plan, read_plan
from include.matrix.planning import make_plan, write_plan
from include.matrix.run_id import RunIdError, validate_run_id
from include.matrix.validation_errors import ExperimentError
from include.processes.cores import listed
from include.rawlog.seals import sealed_ids
from include.settings import option_variable
from include.storage.atomic_write import check_storage, set_latest
from include.storage.path import AnyPath
from include.tasks.user_errors import plainly


class RunConflictError(ValueError):
    """A run exists, and its plan isn't what was asked for."""


@dataclass(frozen=True)
class Settled:
    """A run whose plan is written: its name, its folder, and the cells that are to run, in their order."""

    run_id: str
    folder: AnyPath
    cells: list[str]


def settle(name: str, experiment: str, given: Mapping[str, Any]) -> Settled:
    """Settle a run's plan, for the tasks that follow; ``given`` are the overrides of a form, by name."""
    with plainly(RunIdError, ExperimentError, RunConflictError):
        overrides = with_conditions_of_environment(read_overrides(given))
        plan = resolve(safe(name), experiment, overrides)
        keep(plan)
    return Settled(plan.run_id, folders.RUNS / plan.run_id, pending(plan))


def safe(name: str) -> str:
    """A name without the characters that Airflow puts into its own and a folder shouldn't have."""
    return name.replace(":", "").replace("+", "-")


def resolve(run_id: str, experiment: str, overrides: Overrides) -> Plan:
    """The plan of the run where it exists, else a new one, not yet written.

    Raises:
        RunIdError: the name can't be a run's.
        ExperimentError: something is wrong with the experiment.
        RunConflictError: the run exists, with another plan than what is asked for.
        StorageError: runs can't be kept where they should be.
    """
    run = folders.RUNS / validate_run_id(run_id)
    check_storage(folders.RUNS)
    if not (run / PLAN_FILE).exists():
        return make_plan(load(experiment, overrides), run_id, overrides.placement, overrides.conditions)
    plan = read_plan(run)
    if conflicts := list(_conflicts(plan, experiment, overrides)):
        raise RunConflictError(
            f"run {run_id} exists, and was planned with other values: {'; '.join(conflicts)}. "
            "Leave them out to complete it, or choose another name."
        )
    return plan


def keep(plan: Plan) -> None:
    """Write the plan where it isn't yet, and point ``runs/latest`` to its run."""
    run = folders.RUNS / plan.run_id
    if not (run / PLAN_FILE).exists():
        write_plan(run, plan)
    set_latest(folders.RUNS / "latest", plan.run_id)


def pending(plan: Plan) -> list[str]:
    """The ids of the cells that aren't sealed, in the planned order."""
    there = sealed_ids(folders.RUNS / plan.run_id)
    return [cell.id for cell in plan.cells if cell.id not in there]


def _conflicts(plan: Plan, experiment: str, overrides: Overrides) -> Iterator[str]:
    name = current_name(Path(experiment).stem)
    if name and name != plan.experiment.name:
        yield f"experiment is {plan.experiment.name}, not {name}"
    for name in overrides.given:
        is_planned, is_asked = planned(plan, name), asked(overrides, name)
        if is_asked != is_planned:
            shown = "none" if is_planned is None else is_planned
            yield f"{name} is {shown}, not {is_asked} (--{name.replace('_', '-')}, {option_variable(name)})"
    if missing := sorted({*plan.cores.brokers, *plan.cores.load_programs} - os.sched_getaffinity(0)):
        yield f"cores {listed(tuple(missing))} are planned, which this machine does not offer"
