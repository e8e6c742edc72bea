"""Run an experiment from its file to its report: `make sweep`.

Exit codes: 0 the report is complete, 1 something failed, 2 what was asked for can't be run, 130 interrupted.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, NoReturn

import httpx
import typer
from rich.console import Console

from include import folders
from include.cli.dag_driver import Ended, ready
from include.cli.exclusive_command import alone
from include.cli.lock import InUseError
from include.cli.process_cleanup import end_as_asked
from include.cli.progress import Run, Stage
from include.cli.request import BAD_INPUT, Request
from include.cli.run_summary import FailedTask, invalid_cells, medians
from include.cli.screen import Screen, screen
from include.cli.spark import Spark
from include.cli.spark_cluster import measuring_on
from include.local_airflow.database import DatabaseError
from include.local_airflow.service import AirflowError
from include.matrix.overrides import read_overrides, with_conditions_of_environment
from include.matrix.plan import Plan
from include.processes.guardian import Guardian
from include.storage.path import AnyPath
from include.tasks import comparison
from include.tasks.planning import pending

DAG = "delivery_sweep"

INCOMPLETE, BAD_REQUEST, INTERRUPTED = 1, 2, 130

CAN_FAIL = (AirflowError, DatabaseError, ChildProcessError, TimeoutError, httpx.HTTPError)


ARM = "Compared in pairs, on brokers of its own: a release, settings, or brokers' settings, with commas."


def main(
    experiment: Annotated[str, typer.Option(envvar="EXPERIMENT", help="A name, or a file.")] = "",
    run: Annotated[str, typer.Option(envvar="RUN", help="Names the run, or the run to complete.")] = "",
    release: Annotated[str | None, typer.Option(envvar="RELEASE", help="Of Kafka.")] = None,
    repetitions: Annotated[int | None, typer.Option(envvar="REPETITIONS", help="Of a treatment.")] = None,
    seed: Annotated[int | None, typer.Option(envvar="SEED", help="Of the order of the cells.")] = None,
    messages: Annotated[int | None, typer.Option(envvar="MESSAGES", help="In a cell.")] = None,
    cluster: Annotated[
        str | None, typer.Option(envvar="CLUSTER", help="embedded, compose, external:<Airflow connection>.")
    ] = None,
    runner: Annotated[str | None, typer.Option(envvar="RUNNER", help="process, container.")] = None,
    baseline: Annotated[str | None, typer.Option(envvar="BASELINE", help=ARM)] = None,
    candidate: Annotated[str | None, typer.Option(envvar="CANDIDATE", help=ARM)] = None,
    spark: Annotated[str | None, typer.Option(envvar="SPARK", help="cluster, or any master.")] = None,
) -> None:
    """Run an experiment, or complete a run of it."""
    console = Console(highlight=False)
    given = {
        "repetitions": repetitions,
        "seed": seed,
        "messages": messages,
        "release": release,
        "cluster": cluster,
        "runner": runner,
        "baseline": baseline,
        "candidate": candidate,
    }
    try:
        end_as_asked()
        overrides = with_conditions_of_environment(read_overrides(given))
        request = Request(experiment or None, run or None, overrides)
        code = sweep(request, console, spark or None)
    except (*BAD_INPUT, InUseError) as error:
        leave(console, str(error), BAD_REQUEST)
    except CAN_FAIL as error:
        leave(console, str(error), INCOMPLETE)
    except KeyboardInterrupt:
        leave(console, "Interrupted; nothing is left running.", INTERRUPTED)
    raise typer.Exit(code)


def leave(console: Console, message: str, code: int) -> NoReturn:
    """Print what is the matter, and leave."""
    console.print(message, style="red", markup=False, soft_wrap=True)
    raise typer.Exit(code) from None


def sweep(request: Request, console: Console, spark: str | None = None) -> int:
    """Sweep; the exit code."""

    def say(message: str) -> None:
        console.print(message, markup=False, soft_wrap=True)

    plan = request.checked(say)
    with (
        alone("make sweep", say) as working,
        measuring_on(spark, working.guardian.identity, say) as where,
        screen(title(plan), console) as display,
    ):
        ended = run_dag(working.guardian, plan, request, display, where)
    return tell(plan, ended, console, f"make sweep RUN={plan.run_id}")


def title(plan: Plan) -> str:
    """What runs, in a line."""
    left = len(pending(plan))
    cells = f"{left} cells" if left == len(plan.cells) else f"{left} of {len(plan.cells)} cells are left"
    return f"{plan.experiment.title}: {cells}, {compared(plan)}, run {plan.run_id}"


def compared(plan: Plan) -> str:
    """On what: a release, or arms."""
    arms = [f"{name} ({arm})" for name, arm in plan.experiment.arms.items()]
    return " and ".join(arms) if arms else f"Kafka {plan.release}"


def run_dag(guardian: Guardian, plan: Plan, request: Request, display: Screen, spark: Spark) -> Ended:
    """Start Airflow, trigger the DAG, and follow it to its end."""
    run = Run(folders.RUNS / plan.run_id, plan, time.time())
    display.show(replace(run.look(), stage=Stage.AIRFLOW))
    driver = ready(guardian, DAG, display.say, spark)
    return driver.drive(plan, request.parameters(plan), display)


def tell(plan: Plan, ended: Ended, console: Console, again: str) -> int:
    """Print the medians, what failed, where the report is, and how to run it again; the exit code."""

    def say(message: str) -> None:
        console.print(message, markup=False, soft_wrap=True)

    run = folders.RUNS / plan.run_id
    summary, report = run / "results" / "summary.csv", run / "report" / "index.html"
    if summary.exists():
        console.print(medians(summary))
    if invalid := invalid_cells(run / "results" / "cells.csv"):
        say(f"{len(invalid)} of {len(plan.cells)} cells are invalid, and in no median: the report says why")
    if plan.experiment.arms and report.exists():
        for one in comparison.found(plan.run_id):
            say(one)
    for told in told_once(ended.failed):
        console.print(told.what, style="red", markup=False, soft_wrap=True)
        say(f"  log: {shown(told.log)}")
    if report.exists():
        say(f"Report: {shown(report)}")
    if ended.complete:
        return 0
    say(f"To run what is missing: {again}")
    return INCOMPLETE


@dataclass(frozen=True)
class Told:
    """What to say of tasks that failed for the same reason, and where the log of the first is."""

    what: str
    log: Path


def told_once(failed: list[FailedTask]) -> Iterator[Told]:
    """Every reason once, by its first sentence: a broker that died fails all the cells behind it."""
    by_reason: dict[str, list[FailedTask]] = {}
    for task in failed:
        by_reason.setdefault(task.reason.partition("\n")[0], []).append(task)
    for reason, tasks in by_reason.items():
        names = tasks[0].name if len(tasks) == 1 else f"{tasks[0].name} and {len(tasks) - 1} more"
        yield Told(f"{names} failed: {reason}", tasks[0].log)


def shown(path: AnyPath) -> AnyPath:
    """The path as a person in the project's folder would type it."""
    if isinstance(path, Path) and path.is_relative_to(folders.ROOT):
        return path.relative_to(folders.ROOT)
    return path


if __name__ == "__main__":
    typer.run(main)
