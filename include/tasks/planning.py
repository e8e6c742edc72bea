"""Plan a run, or find the plan of one that is to be completed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from include import folders
from include.matrix.arms import BASELINE, CANDIDATE, arm_of
from include.matrix.experiment import Arm
from include.matrix.load import Overrides, load
from include.matrix.placement import chosen
from include.matrix.plan import PLAN_FILE, Plan, read_plan
from include.matrix.planning import make_plan, write_plan
from include.matrix.run_id import RunIdError, validate_run_id
from include.matrix.validation_errors import ExperimentError
from include.rawlog.seals import sealed_ids
from include.storage.atomic_write import check, point
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


def settle(name: str, experiment: str, overrides: Overrides) -> Settled:
    """Settle a run's plan, for the tasks that follow."""
    with plainly(RunIdError, ExperimentError, RunConflictError):
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
    check(folders.RUNS)
    if not (run / PLAN_FILE).exists():
        return make_plan(load(experiment, overrides), run_id, chosen(overrides.cluster, overrides.runner))
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
    point(folders.RUNS / "latest", plan.run_id)


def pending(plan: Plan) -> list[str]:
    """The ids of the cells that aren't sealed, in the planned order."""
    there = sealed_ids(folders.RUNS / plan.run_id)
    return [cell.id for cell in plan.cells if cell.id not in there]


def _arm(name: str, overrides: Overrides) -> Arm | None:
    """The arm that is asked for; None where nothing is said of it."""
    text: str | None = getattr(overrides, name)
    return None if text is None else Arm.model_validate(arm_of(name, text))


def _conflicts(plan: Plan, experiment: str, overrides: Overrides) -> Iterator[str]:
    planned, placement = plan.experiment, plan.placement
    messages = sorted({cell.settings.messages for cell in plan.cells})
    asked = {
        "experiment": (planned.name, Path(experiment).stem or None),
        "release": (plan.release, overrides.release),
        "repetitions": (planned.repetitions, overrides.repetitions),
        "seed": (planned.seed, overrides.seed),
        "cluster": (placement.cluster, overrides.cluster),
        "runner": (placement.runner, overrides.runner),
        **{arm: (planned.arms.get(arm), _arm(arm, overrides)) for arm in (BASELINE, CANDIDATE)},
        "messages": (messages[0] if len(messages) == 1 else messages, overrides.messages),
    }
    for what, (is_planned, is_asked) in asked.items():
        if is_asked is not None and is_asked != is_planned:
            yield f"{what} is {is_planned}, not {is_asked}"
