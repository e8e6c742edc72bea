"""Print what an experiment would run: `python -m include.cli.plan --experiment thesis`."""

from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from include.matrix.estimate import estimate
from include.matrix.load import load
from include.matrix.overrides import read_overrides, with_conditions_of_environment
from include.matrix.plan import Plan
from include.matrix.planning import make_plan
from include.matrix.run_id import new_run_id
from include.matrix.validation_errors import ExperimentError


def main(
    experiment: Annotated[str, typer.Option(envvar="EXPERIMENT", help="A name, or a file.")] = "quick",
    repetitions: Annotated[
        int | None, typer.Option(envvar="REPETITIONS", help="Instead of the file's.")
    ] = None,
    seed: Annotated[int | None, typer.Option(envvar="SEED", help="Of the order of the cells.")] = None,
    messages: Annotated[int | None, typer.Option(envvar="MESSAGES", help="A cell's.")] = None,
    release: Annotated[str | None, typer.Option(envvar="RELEASE", help="Of Kafka.")] = None,
    cluster: Annotated[str | None, typer.Option(envvar="CLUSTER", help="Where it would run.")] = None,
    runner: Annotated[str | None, typer.Option(envvar="RUNNER", help="As what load programs would.")] = None,
) -> None:
    """Print the plan of an experiment; nothing is run or written."""
    try:
        given = {"repetitions": repetitions, "seed": seed, "messages": messages, "release": release}
        overrides = with_conditions_of_environment(
            read_overrides({**given, "cluster": cluster, "runner": runner})
        )
        sound = load(experiment, overrides)
        plan = make_plan(
            sound, new_run_id(sound.name, datetime.now(UTC)), overrides.placement, overrides.conditions
        )
    except ExperimentError as error:
        typer.echo(error, err=True)
        raise typer.Exit(2) from None
    show(plan, Console(highlight=False))


def show(plan: Plan, console: Console) -> None:
    """Print a plan: the question, the treatments, how many cells, their order, the time."""
    experiment = plan.experiment
    first = [cell.treatment for cell in plan.cells if cell.block == 1]
    console.print(Text(experiment.title, style="bold"))
    console.print(Text(experiment.question.strip()), end="\n\n")
    console.print(treatments_table(plan), end="\n\n")
    repeated = f"{len(plan.treatments)} treatments, {experiment.repetitions} repetitions"
    console.print(Text(f"{repeated}: {len(plan.cells)} cells, on Kafka {plan.release}"))
    console.print(Text(f"Order of the first block (seed {experiment.seed}): {', '.join(first)}"))
    console.print(Text(f"Time of the cells, estimated: {readable(estimate(plan.cells))}"))


def treatments_table(plan: Plan) -> Table:
    """A row a treatment; its id says the level of every factor that applies."""
    table = Table("treatment", "cells", "time of a cell")
    for treatment in plan.treatments:
        cells = [cell for cell in plan.cells if cell.treatment == treatment.id]
        table.add_row(treatment.id, str(len(cells)), f"{estimate(cells[:1]).total_seconds():.0f} s")
    return table


def readable(time: timedelta) -> str:
    """A time as a person would say it."""
    minutes = time.total_seconds() / 60
    if minutes < 2:
        return f"{time.total_seconds():.0f} seconds"
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.1f} hours"


if __name__ == "__main__":
    typer.run(main)
