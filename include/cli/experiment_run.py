"""Run a plan on the private Airflow, show its progress, and print its summary."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from include import folders, settings
from include.cli.exit_codes import ExitCode
from include.cli.progress import ProgressReader, Stage
from include.cli.run_summary import FailedTask, failed_tasks, grouped, invalid_cells, medians_table
from include.cli.screen import Screen
from include.local_airflow.dag_driver import DagDriver
from include.matrix.plan import Plan
from include.storage.path import AnyPath
from include.tasks.comparison import comparison_sentences
from include.tasks.planning import pending_cells


def title(plan: Plan) -> str:
    """What runs, in one line."""
    pending = len(pending_cells(plan))
    cells = (
        f"{pending} cells" if pending == len(plan.cells) else f"{pending} of {len(plan.cells)} cells are left"
    )
    return f"{plan.experiment.title}: {cells}, {subject(plan)}, run {plan.run_id}"


def subject(plan: Plan) -> str:
    """What is measured: a Kafka release, or the arms that are compared."""
    arms = [f"{name} ({arm})" for name, arm in plan.experiment.arms.items()]
    return " and ".join(arms) if arms else f"Kafka {plan.release}"


def show_start(plan: Plan, display: Screen) -> None:
    """Show that Airflow is being started."""
    reader = ProgressReader(folders.RUNS / plan.run_id, plan, time.time())
    display.show(replace(reader.read(), stage=Stage.AIRFLOW))


def run_plan(
    driver: DagDriver, plan: Plan, parameters: dict[str, Any], display: Screen, partition: str | None = None
) -> list[FailedTask] | None:
    """Run a plan to its end.

    Returns:
        The failed tasks; None if the run is complete.
    """
    folder, began, cells = folders.RUNS / plan.run_id, time.time(), pending_cells(plan)
    reader = ProgressReader(folder, plan, began)
    result = driver.run(plan.run_id, parameters, lambda: display.show(reader.read()), partition)
    return None if result.succeeded else failed_tasks(result, folder, cells, began)


def print_summary(plan: Plan, failed: list[FailedTask] | None, console: Console, again: str) -> ExitCode:
    """Print the medians, the failures, where the report is, and the command that completes the run."""

    def say(message: str) -> None:
        console.print(message, markup=False, soft_wrap=True)

    run = folders.RUNS / plan.run_id
    summary, report = run / "results" / "summary.csv", run / "report" / "index.html"
    if summary.exists() and (table := medians_table(summary)):
        console.print(table)
    if invalid := invalid_cells(run / "results" / "cells.csv"):
        say(f"{len(invalid)} of {len(plan.cells)} cells are invalid and in no median; the report says why.")
    if plan.experiment.arms and report.exists():
        for sentence in comparison_sentences(plan.run_id):
            say(sentence)
    for group in grouped(failed or []):
        console.print(group.message, style="red", markup=False, soft_wrap=True)
        say(f"  log: {shown(group.log)}")
    if report.exists():
        say(f"Report: {shown(report)}")
    if failed is None:
        return ExitCode.COMPLETE
    say(f"To run what is missing: {again}")
    return ExitCode.FAILED


def command_line(command: str, **values: str) -> str:
    """A command as the user would type it: by make, if this command was started by make."""
    if settings.MAKE_LEVEL.is_set:
        return " ".join([f"make {command}", *(f"{name.upper()}={value}" for name, value in values.items())])
    return " ".join([f".venv/bin/kerran {command}", *(f"--{name} {value}" for name, value in values.items())])


def shown(path: AnyPath) -> AnyPath:
    """The path as a user in the project's folder would type it."""
    if isinstance(path, Path) and path.is_relative_to(folders.ROOT):
        return path.relative_to(folders.ROOT)
    return path
