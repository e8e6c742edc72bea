"""Judge a user's own application: ``kerran judge --application``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from include.cli.errors_and_exit_codes import ExitCode, exit_on_error
from include.cli.judge import plan_to_judge, show_or_run
from include.cli.run_preparation import given_overrides
from include.plan.judging.experiment_for_application import JudgedApplication, application_experiment
from include.plan.validation_errors import ExperimentError


@dataclass(frozen=True)
class ApplicationOptions:
    """The application as the options of the command describe it."""

    command: str
    """The command line; with an image, the words that its container gets."""
    image: str
    promise: str
    variables: Sequence[str]
    """Environment variables as ``NAME=VALUE``."""
    instances: int
    id_at: str
    count_at: str | None
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
            "count_at": self.count_at,
            "values": self.values,
        }
        return JudgedApplication(
            self.command, self.promise, variables_of(self.variables), further, self.image
        )


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
        plan = plan_to_judge(experiment, run, overrides)
        return show_or_run(plan, overrides, spark, console, is_plan_only=is_plan_only)


def variables_of(texts: Sequence[str]) -> dict[str, str]:
    """The environment variables that ``--env`` gives as ``NAME=VALUE``.

    Raises:
        ExperimentError: A text has no equals sign.
    """
    if bad := [text.partition("=")[0] for text in texts if "=" not in text]:
        inherited = "what your environment has, the application inherits"
        raise ExperimentError([f"--env: {name} should be NAME=VALUE; {inherited}" for name in bad])
    return {name: value for name, _, value in (text.partition("=") for text in texts)}
