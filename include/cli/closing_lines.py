"""The lines that a command prints when a run has ended: the results, the problems, and what to read next."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from rich.console import Console

from include import folders
from include.cli.command_as_typed import command_line, shown
from include.cli.exit_codes import ExitCode, code_of
from include.cli.run_summary import FailedTask, failures, invalid_sentence, medians_table
from include.matrix.experiment import Expectation
from include.matrix.plan import Plan
from include.report.machine_readable import Answer, answer_if_published, verdict_if_judged
from include.report.publish import REPORT_FOLDER
from include.report.run_verdict import RunVerdict
from include.storage.errors import StorageError
from include.storage.path import AnyPath
from include.verdicts.guarantee import Verdict

CHECK = "check_verdict"
"""The task that fails if the verdict on the run is not good. The report is published before this task."""


def print_summary(
    plan: Plan, failed_tasks: list[FailedTask] | None, console: Console, again: str
) -> ExitCode:
    """Print the results, what failed, what is broken or invalid, and what to read next.

    ``failed_tasks`` is None if the run is complete. ``again`` is the command that runs the missing cells.
    """
    run = folders.RUNS / plan.run_id
    verdict, answer = verdict_if_judged(run), answer_if_published(run / REPORT_FOLDER)
    tasks = [task for task in failed_tasks or [] if task.name != CHECK]  # the verdict itself is printed below
    is_decisive = len(tasks) < len(failed_tasks or [])  # otherwise the verdict may be an earlier one
    _print_findings(run, answer, verdict, console)
    for message, log in failures(tasks):
        say(console, message, "red")
        say_command(console, f"  log: {shown(log)}")
    for reason in verdict.reasons if verdict and is_decisive else ():
        if reason not in (answer.sentences if answer else ()):
            say(console, reason, "red")
    code = code_of(verdict if is_decisive else None)
    if failed_tasks and code is ExitCode.GOOD:
        code = ExitCode.FAILED
    for line in _next_steps(plan, run, answer, verdict):
        say_command(console, line)
    if tasks or code is ExitCode.FAILED:
        say_command(console, f"To run what is missing: {again}")
    return code


def say(console: Console, text: str, style: str = "") -> None:
    """Print a text. On a terminal, its lines are wrapped between words; elsewhere it is one line."""
    console.print(text, style=style, markup=False, highlight=False, soft_wrap=not console.is_terminal)


def say_command(console: Console, text: str) -> None:
    """Print a text that ends with a path or a command. The path or command can be copied as one line."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


def saying(console: Console) -> Callable[[str], None]:
    """Make a function that prints a message as one line."""
    return partial(say_command, console)


def _print_findings(
    run: AnyPath, answer: Answer | None, verdict: RunVerdict | None, console: Console
) -> None:
    results = run / "results"
    if answer is None or not (results / "summary.csv").exists():
        return
    if answer.is_about_cost and (table := medians_table(results / "summary.csv")):
        console.print(table)
    for sentence in answer.sentences:
        say(console, sentence)
    broken_as_allowed = [
        treatment.treatment
        for treatment in (verdict.treatments if verdict else ())
        if treatment.found is Verdict.BROKEN and treatment.expected is not Expectation.KEPT
    ]
    if broken_as_allowed:
        say(console, f"Broken, as the experiment expects or allows: {', '.join(broken_as_allowed)}.")
    if sentence := invalid_sentence(results / "cells.csv"):
        say(console, sentence)


def _next_steps(plan: Plan, run: AnyPath, answer: Answer | None, verdict: RunVerdict | None) -> Iterator[str]:
    """The files to read, and the command that compares the run with the run before it."""
    if not (run / REPORT_FOLDER / "index.html").exists():
        return
    yield f"Report: {shown(run / REPORT_FOLDER / 'index.html')}"
    if verdict and any(treatment.found is Verdict.BROKEN for treatment in verdict.treatments):
        yield f"Violating messages: {shown(run / 'results' / 'violations.csv')}"
    if answer and answer.question in ("cost", "scenario") and (earlier := run_before(plan)):
        compare = command_line("compare", baseline=earlier, candidate=plan.run_id)
        yield f"To compare it with the run before: {compare}"


def run_before(plan: Plan) -> str | None:
    """The experiment's newest earlier run with results. Its name must be a generated name.

    A name is generated if the user gives no ``RUN``. Generated names contain the time.
    """
    stamped = re.compile(rf"{re.escape(plan.experiment.name)}-\d{{8}}T\d{{6}}")
    stamp = f"{plan.experiment.name}-{plan.created:%Y%m%dT%H%M%S}"
    with suppress(StorageError):
        names = sorted(folder.name for folder in folders.RUNS.iterdir() if stamped.fullmatch(folder.name))
        older = [name for name in names if name < stamp and name != plan.run_id]
        measured_runs = (
            name for name in reversed(older) if (folders.RUNS / name / "results" / "cells.csv").exists()
        )
        return next(measured_runs, None)
    return None
