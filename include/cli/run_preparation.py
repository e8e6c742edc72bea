"""Plan the run that a user requests, and check and prepare what it needs, before anything is started."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from include.machine import folders
from include.machine.releases.installed_java import find_java
from include.machine.releases.jars import MissingReleaseError
from include.plan.document import read_document
from include.plan.load import find, names, with_overrides
from include.plan.override_values import read_overrides, with_conditions_of_environment
from include.plan.overrides import Overrides
from include.plan.plan import PLAN_FILE, Plan, read_plan
from include.plan.run_id import new_run_id, validate_run_id
from include.plan.validation_errors import ExperimentError, Location, Problem
from include.tasks.cell_preparation import prepare_cells
from include.tasks.planning import find_or_make_plan

DEFAULT_EXPERIMENT = "cost"


def plan_and_form_values(
    experiment: str, run: str, overrides: Overrides, say: Callable[[str], None]
) -> tuple[Plan, dict[str, Any]]:
    """Plan a run, prepare what it needs, and return the plan and the values of the DAG's form.

    If ``experiment`` is empty, an existing run keeps its experiment, and a new run gets the default
    experiment. If ``run`` is empty, a new name is generated. ``say`` reports slow steps.
    """
    if experiment:
        experiment = str(find(experiment).resolve())  # tasks have another working folder
    else:
        experiment = _planned_experiment(run) or DEFAULT_EXPERIMENT
    run_id = validate_run_id(run) if run else new_run_id(find(experiment).stem, datetime.now(UTC))
    plan = find_or_make_plan(run_id, experiment, overrides)
    try:
        prepare(plan, say)
    except MissingReleaseError as error:
        if lines := lines_about_release(experiment, overrides, error.release, str(error)):
            raise ExperimentError(lines) from error
        raise
    return plan, form_values(plan, experiment, overrides)


def _planned_experiment(run: str) -> str | None:
    """The experiment of the run to complete; None if there is no such run."""
    folder = folders.RUNS / validate_run_id(run) if run else None
    return read_plan(folder).experiment.name if folder and (folder / PLAN_FILE).exists() else None


def form_values(plan: Plan, experiment: str, overrides: Overrides) -> dict[str, Any]:
    """The values of the DAG's form, for a plan that exists before the DAG runs.

    The form accepts the name or the path of an experiment. The DAG uses the plan, and does not read the
    experiment again.
    """
    name = experiment if experiment in names() or "/" in experiment else f"{plan.experiment.name}.yaml"
    return {"run": plan.run_id, "experiment": name, **overrides.values}


def given_overrides(override_values: Mapping[str, Any]) -> Overrides:
    """The overrides from the options, and the conditions from environment variables."""
    return with_conditions_of_environment(read_overrides(override_values))


def prepare(plan: Plan, say: Callable[[str], None]) -> None:
    """Check what a plan needs, and fetch or build what is missing; ``say`` reports slow steps."""
    from include.clusters.backend import check_installed  # only a run needs clusters

    find_java()  # Spark needs Java too
    check_installed(plan.servers)
    plan.placement.kind.package().preflight(plan, say)
    prepare_cells(plan, say)


NAMING_KEYS = ("release", "factors", "constants", "parts", "arms")
"""The keys of an experiment file under which the file may name a release."""


def lines_about_release(experiment: str, overrides: Overrides, release: str, reason: str) -> list[str]:
    """A message for each value of the experiment that names the unusable release; empty if none does."""
    document = with_overrides(read_document(find(experiment)), overrides)
    values = {key: document.data[key] for key in NAMING_KEYS if key in document.data}
    places = sorted(_naming(values, release), key=lambda naming: document.line(naming[0]))
    return [
        f"{document.position(place)}: {Problem(place, f'{level} cannot be used: {reason}')}"
        for place, level in places
    ]


def _naming(value: Any, release: str, place: Location = ()) -> Iterator[tuple[Location, str]]:  # noqa: ANN401
    """Yield the place and text of each value that names ``release``, such as ``java-4.3.1``."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _naming(inner, release, (*place, key))
    elif isinstance(value, str) and re.fullmatch(rf"(\w+-)?{re.escape(release)}", value):
        yield place, value
