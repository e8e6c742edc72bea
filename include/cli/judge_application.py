"""Judge a user's own application: ``kerran judge --application``."""

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from shutil import which
from typing import Any

from rich.console import Console

from include.cli.console_text import say
from include.cli.errors_and_exit_codes import ExitCode, exit_on_error
from include.cli.judge import plan_to_judge, show_or_run
from include.cli.run_preparation import given_overrides
from include.plan.judging.experiment_for_application import (
    FURTHER_SETTINGS,
    SUFFIXES,
    JudgedApplication,
    application_experiment,
)
from include.plan.validation_errors import ExperimentError


@dataclass(frozen=True)
class ApplicationOptions:
    """The application as the options of the command describe it."""

    command: str
    """The command line; with an image, the words that its container gets."""
    image: str
    promise: str
    variables: Sequence[str]
    """Environment variables as ``NAME=VALUE``, or names of those that the application inherits."""
    further: Mapping[str, Any]
    """Further settings of the cells, by name."""
    message: Path | None
    """A file with the input message in JSON; None: that of Kerran."""
    settings_file: Path | None
    """The application's settings file, with placeholders."""

    def application(self) -> JudgedApplication:
        """The application.

        Raises:
            ExperimentError: A file cannot be used.
        """
        given = {name: value for name, value in self.further.items() if value is not None}
        further: dict[str, Any] = {"folder": str(Path.cwd()), **given}
        if self.message:
            further["message"] = message_in(self.message)
        if self.settings_file:
            further["settings_file"] = str(self.settings_file)
        if inherited := [text for text in self.variables if "=" not in text]:
            further["inherited"] = " ".join(inherited)
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
        check_program(request)
        application = request.application()
        try:
            experiment = application_experiment(application, overrides)
        except ExperimentError as error:
            raise ExperimentError(map(_with_option, error.lines)) from None
        plan = plan_to_judge(experiment, run, overrides)
        if problem := missing_file(request):
            if not is_plan_only:
                raise ExperimentError([problem])
            say(console, f"{problem}; a run needs it.")
        return show_or_run(plan, overrides, spark, console, is_plan_only=is_plan_only)


def check_program(request: ApplicationOptions) -> None:
    """Check that the program exists, before anything starts; an image need not be on this machine yet.

    Raises:
        ExperimentError: There is no such program.
    """
    try:
        words = shlex.split(request.command)
    except ValueError:
        return  # refused with the settings
    if request.image or not words or "{" in words[0]:
        return
    if not which(words[0]):
        hint = "; give a variable with --env" if "=" in words[0] else ""
        problem = f"there is no program {words[0]} in {Path.cwd()} or on PATH; no shell runs it{hint}"
        raise ExperimentError([f"--application: {problem}"])


def missing_file(request: ApplicationOptions) -> str:
    """What is wrong if the script or archive that the program runs does not exist; empty if nothing is."""
    words = [] if request.image else shlex.split(request.command)
    for before, word in pairwise(words):
        is_run = before in (words[0], "-jar") and Path(word).suffix in SUFFIXES and "{" not in word
        if is_run and not Path(word).exists():
            return f"--application: there is no file {word} in {Path.cwd()}"
    return ""


OPTION_OF = {
    **{name: f"--{name.replace('_', '-')}" for name in FURTHER_SETTINGS},
    "semantics": "--promise",
    "command": "--application",
    "environment": "--env",
    "inherited": "--env",
    "restart_after_s": "--restart-after",
}
"""The option that gives each setting of the application."""


def _with_option(line: str) -> str:
    """A problem of a setting, as one of the option that gives it."""
    setting, colon, problem = line.partition(": ")
    return f"{OPTION_OF.get(setting, setting)}{colon}{problem}"


def message_in(file: Path) -> dict[str, Any]:
    """The input message in a JSON file.

    Raises:
        ExperimentError: The file cannot be read, or is not a JSON object.
    """
    try:
        message = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ExperimentError([f"--message: {file} should be a file with a JSON object: {error}"]) from None
    if not isinstance(message, dict):
        raise ExperimentError([f"--message: {file} should be a JSON object, not a {type(message).__name__}"])
    return message


def variables_of(texts: Sequence[str]) -> dict[str, str]:
    """The environment variables that ``--env`` gives as ``NAME=VALUE``, without those that are inherited."""
    return {name: value for name, equals, value in (text.partition("=") for text in texts) if equals}
