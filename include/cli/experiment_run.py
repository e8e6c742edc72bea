"""Run a plan on the private Airflow, show its progress, and print its summary."""

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from include import folders, settings
from include.cli.exit_codes import CODE_OF_RESULT, ExitCode
from include.cli.progress import ProgressReader, Stage
from include.cli.run_summary import (
    FailedTask,
    failed_tasks,
    grouped,
    guarantees_sentence,
    invalid_cells,
    medians_table,
)
from include.cli.screen import Screen
from include.local_airflow.dag_driver import DagDriver
from include.matrix.plan import Plan
from include.report.fault_variants import has_faults
from include.report.run_verdict import RunVerdict
from include.report.verdict_files import verdict_if_judged
from include.storage.path import AnyPath
from include.tasks.comparison import comparison_sentences
from include.tasks.planning import pending_cells

CHECK = "check_verdict"
"""The task that fails if the verdict on the run is not good; the report is published by then."""


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
    """Print what was found, what failed, where the report is, and the command that completes the run."""
    run = folders.RUNS / plan.run_id
    report = run / "report" / "index.html"
    verdict = verdict_if_judged(run)
    told = _print_findings(plan, verdict, console)
    tasks = [one for one in failed or [] if one.name != CHECK]  # the verdict itself is printed below
    for group in grouped(tasks):
        console.print(group.message, style="red", markup=False, soft_wrap=True)
        console.print(f"  log: {shown(group.log)}", markup=False, soft_wrap=True)
    decisive = verdict if len(tasks) < len(failed or []) else None  # otherwise it may be an earlier one
    for reason in decisive.reasons if decisive else ():
        if reason not in told:
            console.print(reason, style="red", markup=False, soft_wrap=True)
    if report.exists():
        console.print(f"Report: {shown(report)}", markup=False, soft_wrap=True)
    code = _exit_code(decisive, failed)
    if tasks or code is ExitCode.FAILED:
        console.print(f"To run what is missing: {again}", markup=False, soft_wrap=True)
    return code


def _print_findings(plan: Plan, verdict: RunVerdict | None, console: Console) -> list[str]:
    """Print the medians or, of a run with faults, the verdicts; return the sentences that were printed."""
    run = folders.RUNS / plan.run_id
    summary = run / "results" / "summary.csv"
    if summary.exists() and not has_faults(plan) and (table := medians_table(summary)):
        console.print(table)
    sentences = list(_sentences(plan, verdict)) if (run / "report" / "index.html").exists() else []
    for sentence in sentences:
        console.print(sentence, markup=False, soft_wrap=True)
    return sentences


def _sentences(plan: Plan, verdict: RunVerdict | None) -> Iterator[str]:
    """Yield a sentence on the guarantees, one on invalid cells, and what the comparison of arms shows."""
    run = folders.RUNS / plan.run_id
    if has_faults(plan) and verdict:
        yield guarantees_sentence(verdict)
    if invalid := invalid_cells(run / "results" / "cells.csv"):
        yield f"{len(invalid)} of {len(plan.cells)} cells are invalid and in no median; the report says why."
    if plan.experiment.arms:
        yield from comparison_sentences(plan.run_id)


def _exit_code(verdict: RunVerdict | None, failed: list[FailedTask] | None) -> ExitCode:
    """The exit code; a failure of anything but the verdict counts where the verdict is good or unknown."""
    code = CODE_OF_RESULT[verdict.result] if verdict else ExitCode.GOOD
    return ExitCode.FAILED if failed and code is ExitCode.GOOD else code


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
