"""The summary that a command prints when a run has ended: medians, findings, problems, next steps."""

import csv
import re
from collections.abc import Iterator
from contextlib import suppress

from rich import box
from rich.console import Console
from rich.table import Table

from include.cli.console_text import command_line, say, say_command, shown
from include.cli.errors_and_exit_codes import ExitCode
from include.cli.exit_codes_of_verdicts import code_of
from include.cli.failed_tasks import FailedTask, failures
from include.machine import folders
from include.machine.storage.object_store_errors import StorageError
from include.machine.storage.path import AnyPath
from include.plan.experiment import Expectation
from include.plan.plan import BrokenPlanError, Plan, read_plan
from include.rawlog.cells_and_results_of_run import REPORT_FOLDER, report_page
from include.report.machine_readable import Answer, answer_if_published, verdict_if_judged
from include.report.run_verdict import RunVerdict
from include.verdicts.guarantee import Verdict

CHECK = "check_verdict"
"""The task that fails if the verdict on the run is not good. The report is published before this task."""

MAX_TREATMENTS = 8
"""The maximum number of treatments in a table. A table of this size has ten lines, including its header."""

MAX_NAMED = 3
"""The maximum number of invalid cells that are named."""

COLUMNS = {
    ("producer-broker", "throughput"): "MiB/s",
    ("producer-broker", "latency_p50"): "acked p50 ms",
    ("producer-consumer", "latency_p50"): "received p50 ms",
    ("producer-consumer", "latency_p99"): "p99 ms",
}
"""The heading of each column, by the column's span and metric."""


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
        say_command(console, f"To run the missing cells: {again}")
    return code


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
        say(
            console,
            "Treatments that broke their guarantees, as the experiment expects or allows: "
            f"{', '.join(broken_as_allowed)}.",
        )
    if sentence := invalid_sentence(results / "cells.csv"):
        say(console, sentence)


def _next_steps(plan: Plan, run: AnyPath, answer: Answer | None, verdict: RunVerdict | None) -> Iterator[str]:
    """The files to read, and the command that compares the run with the previous run."""
    if not (page := report_page(run)).exists():
        return
    yield f"Report: {shown(page)}"
    if verdict and any(treatment.found is Verdict.BROKEN for treatment in verdict.treatments):
        yield f"Violating messages: {shown(run / 'results' / 'violations.csv')}"
    if answer and answer.question in ("cost", "scenario") and (earlier := run_before(plan)):
        compare = command_line("compare", baseline=earlier, candidate=plan.run_id)
        yield f"To compare this run with the previous run: {compare}"


def run_before(plan: Plan) -> str | None:
    """The name of the latest earlier run with results of the same experiment. Only generated names count.

    A name is generated if the user gives no ``RUN``. Generated names contain the time. Experiments of files
    or applications that were judged have the same name; their titles differ.
    """
    stamped = re.compile(rf"{re.escape(plan.experiment.name)}-\d{{8}}T\d{{6}}")
    stamp = f"{plan.experiment.name}-{plan.created:%Y%m%dT%H%M%S}"
    with suppress(StorageError):
        names = sorted(folder.name for folder in folders.RUNS.iterdir() if stamped.fullmatch(folder.name))
        older = [name for name in names if name < stamp and name != plan.run_id]
        return next((name for name in reversed(older) if _is_comparable(name, plan)), None)
    return None


def _is_comparable(name: str, plan: Plan) -> bool:
    """Whether a run has results, and asks what the plan asks."""
    run = folders.RUNS / name
    if not (run / "results" / "cells.csv").exists():
        return False
    try:
        return read_plan(run).experiment.title == plan.experiment.title
    except (FileNotFoundError, BrokenPlanError):  # of another version
        return False


def invalid_sentence(cells: AnyPath) -> str:
    """A sentence about the invalid cells, which no median includes; empty if all cells are valid."""
    if not cells.exists():
        return ""
    rows = _rows(cells)
    invalid = [row for row in rows if row.get("validity") == "invalid"]
    if not invalid:
        return ""
    reasons = "; ".join(f"{row['cell']}: {row.get('invalid_because')}" for row in invalid[:MAX_NAMED])
    more = f"; the report lists {len(invalid) - MAX_NAMED} more" if len(invalid) > MAX_NAMED else ""
    verb = "is" if len(invalid) == 1 else "are"
    return (
        f"{len(invalid)} of {len(rows)} measured cells {verb} invalid, and excluded from all medians "
        f"({reasons}{more})."
    )


def medians_table(summary: AnyPath) -> Table | None:
    """A table of medians, from ``results/summary.csv``; None if there are no treatments or too many."""
    rows = _rows(summary)
    treatments = list(dict.fromkeys(row["treatment"] for row in rows))
    if not 0 < len(treatments) <= MAX_TREATMENTS:
        return None
    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False, show_edge=False)
    table.add_column("median of", no_wrap=True)
    for heading in COLUMNS.values():
        table.add_column(heading, justify="right")
    for treatment in treatments:
        values = {
            (row["span"], row["metric"]): row["median"] for row in rows if row["treatment"] == treatment
        }
        table.add_row(treatment, *(figure(values.get(column, "")) for column in COLUMNS))
    return table


def _rows(table: AnyPath) -> list[dict[str, str]]:
    with table.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def figure(value: str) -> str:
    """The value with three significant digits, or as a whole number; a hyphen if there is no value."""
    if not value:
        return "-"
    number = float(value)
    return f"{number:.0f}" if number.is_integer() or abs(number) >= 100 else f"{number:.3g}"
