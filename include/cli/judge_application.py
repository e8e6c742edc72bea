"""Judge a user's own application: ``kerran judge --application``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

from include.cli.console_text import saying
from include.cli.errors_and_exit_codes import ExitCode, exit_on_error
from include.cli.judge import check_is_new
from include.cli.plan import show
from include.cli.run_preparation import form_values, given_overrides, prepare
from include.cli.sweep import run_to_report
from include.plan.judging.experiment_for_application import JudgedApplication, application_experiment
from include.plan.judging.experiment_for_settings import EXPERIMENT
from include.plan.planning import make_plan
from include.plan.run_id import new_run_id, validate_run_id
from include.plan.validation_errors import ExperimentError


@dataclass(frozen=True)
class ApplicationOptions:
    """The application as the options of the command describe it."""

    command: str
    promise: str
    variables: Sequence[str]
    """Environment variables as ``NAME=VALUE``."""
    instances: int
    id_at: str
    values: str

    def application(self) -> JudgedApplication:
        """The application.

        Raises:
            ExperimentError: A variable has no equals sign.
        """
        further = {
            "folder": str(Path.cwd()),
            "instances": self.instances,
            "id_at": self.id_at,
            "values": self.values,
        }
        return JudgedApplication(self.command, self.promise, variables_of(self.variables), further)


def judge_application(
    request: ApplicationOptions,
    run: str,
    override_values: Mapping[str, Any],
    spark: str,
    *,
    is_plan_only: bool,
) -> ExitCode:
    """Measure whether an application keeps its promise when it, or a broker, dies."""
    with exit_on_error("Interrupted; no process is left running."):
        console = Console(highlight=False)
        overrides = given_overrides(override_values)
        experiment = application_experiment(request.application(), overrides)
        run_id = validate_run_id(run) if run else new_run_id(EXPERIMENT, datetime.now(UTC))
        plan = make_plan(experiment, run_id, overrides.placement, overrides.conditions)
        if is_plan_only:
            show(plan, console)
            return ExitCode.GOOD
        check_is_new(plan)
        prepare(plan, saying(console))
        return run_to_report(plan, form_values(plan, EXPERIMENT, overrides), spark, console)


def variables_of(texts: Sequence[str]) -> dict[str, str]:
    """The environment variables that ``--env`` gives as ``NAME=VALUE``.

    Raises:
        ExperimentError: A text has no equals sign.
    """
    if bad := [text.partition("=")[0] for text in texts if "=" not in text]:
        inherited = "what your environment has, the application inherits"
        raise ExperimentError([f"--env: {name} should be NAME=VALUE; {inherited}" for name in bad])
    return {name: value for name, _, value in (text.partition("=") for text in texts)}
