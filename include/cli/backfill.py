"""Run an experiment on Kafka's releases, one after another: `make backfill`.

What is complete is left out, so that the same command goes on after an interruption, and adds what is new.

Exit codes: 0 all are complete, 1 something failed, 2 what was asked for can't be run, 130 interrupted.
"""

from typing import Annotated

import typer
from rich.console import Console

from include import folders
from include.cli.dag_driver import Driver, ready
from include.cli.exclusive_command import alone
from include.cli.lock import InUseError
from include.cli.process_cleanup import end_as_asked
from include.cli.request import BAD_INPUT
from include.cli.screen import screen
from include.cli.sweep import BAD_REQUEST, CAN_FAIL, INCOMPLETE, INTERRUPTED, leave, tell, title
from include.matrix.overrides import Overrides, read_overrides, with_conditions_of_environment
from include.matrix.plan import Plan
from include.releases.catalogue import Entry, UnknownReleaseError, catalogue, entry_of
from include.releases.java import find_java
from include.tasks.planning import pending, resolve
from include.tasks.release import run_of

DAG = "kafka_releases"


def main(
    first: Annotated[str, typer.Option(envvar="FROM", help="The first release, such as 0.11.")] = "",
    last: Annotated[str, typer.Option(envvar="TO", help="The last release, such as 4.3.")] = "",
    releases: Annotated[str, typer.Option(envvar="RELEASES", help="Some of them: '2.3 3.1'.")] = "",
    experiment: Annotated[str, typer.Option(envvar="EXPERIMENT", help="Its name.")] = "",
    repetitions: Annotated[int | None, typer.Option(envvar="REPETITIONS", help="Of a treatment.")] = None,
    seed: Annotated[int | None, typer.Option(envvar="SEED", help="Of the order of the cells.")] = None,
    messages: Annotated[int | None, typer.Option(envvar="MESSAGES", help="In a cell.")] = None,
) -> None:
    """Run an experiment on releases of Kafka, or what is missing of it."""
    console = Console(highlight=False)
    given = {"repetitions": repetitions, "seed": seed, "messages": messages}
    try:
        end_as_asked()
        overrides = with_conditions_of_environment(read_overrides(given))
        find_java()
        chosen = choose(catalogue(), first, last, releases.split())
        plans = [plan_of(entry, experiment or "releases", overrides) for entry in chosen]
        code = backfill(plans, overrides, console)
    except (*BAD_INPUT, UnknownReleaseError, InUseError) as error:
        leave(console, str(error), BAD_REQUEST)
    except CAN_FAIL as error:
        leave(console, str(error), INCOMPLETE)
    except KeyboardInterrupt:
        leave(console, "Interrupted; nothing is left running. The same command goes on.", INTERRUPTED)
    raise typer.Exit(code)


def choose(entries: list[Entry], first: str, last: str, names: list[str]) -> list[Entry]:
    """The releases of these names, of those from the first to the last; empty: all.

    Raises:
        UnknownReleaseError: there is none of a name, or none at all.
    """
    start = entries.index(entry_of(first, entries)) if first else 0
    end = entries.index(entry_of(last, entries)) if last else len(entries) - 1
    named = [entry_of(name, entries) for name in names]
    chosen = [entry for entry in entries[start : end + 1] if not named or entry in named]
    if not chosen:
        raise UnknownReleaseError(
            f"None of the releases asked for is from {entries[start].version} to {entries[end].version}: "
            "choose another FROM or TO"
        )
    return chosen


def plan_of(entry: Entry, experiment: str, overrides: Overrides) -> Plan:
    """What a release's run is, or is to be.

    Raises:
        ExperimentError: something is wrong with the experiment.
        RunConflictError: the run exists, and was planned with other values.
    """
    of_release = overrides.model_copy(update={"release": entry.version})
    return resolve(run_of(experiment, entry.version), experiment, of_release)


def backfill(plans: list[Plan], overrides: Overrides, console: Console) -> int:
    """Run what isn't complete; the exit code."""
    missing = [plan for plan in plans if not is_complete(plan)]
    console.print(f"{len(plans)} releases: {len(plans) - len(missing)} complete, {len(missing)} to run")
    if not missing:
        return 0

    def say(message: str) -> None:
        console.print(message, markup=False)

    with alone("make backfill", say) as working:
        console.print("Starting Airflow")
        driver = ready(working.guardian, DAG, console.print)
        codes = [run(driver, plan, overrides, console) for plan in missing]
    return max(codes)


def is_complete(plan: Plan) -> bool:
    """Whether every cell is sealed, and the report is out."""
    return not pending(plan) and (folders.RUNS / plan.run_id / "report" / "index.html").exists()


def run(driver: Driver, plan: Plan, overrides: Overrides, console: Console) -> int:
    """Run a release; the exit code."""
    parameters = {"experiment": plan.experiment.name, **overrides.given}
    with screen(title(plan), console) as display:
        ended = driver.drive(plan, parameters, display, plan.release)
    return tell(plan, ended, console, "make backfill")


if __name__ == "__main__":
    typer.run(main)
