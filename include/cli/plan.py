"""Print what an experiment would run: ``kerran plan``."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from include.cli.console_text import readable
from include.cli.errors_and_exit_codes import exit_on_error
from include.cli.plan_in_words import cells_in_words, subject
from include.cli.run_preparation import given_overrides
from include.kinds.client_releases import client_of
from include.machine.releases.kafka_catalogue import is_newer
from include.machine.releases.versions import numbers_of
from include.plan.estimate import estimate
from include.plan.load import load
from include.plan.plan import Plan
from include.plan.planning import make_plan
from include.plan.run_id import new_run_id
from include.report.pages.wording import number_of


def print_plan(experiment: str, override_values: Mapping[str, Any]) -> None:
    """Print the plan of an experiment with these overrides. Nothing is run or written."""
    with exit_on_error():
        overrides = given_overrides(override_values)
        loaded = load(experiment, overrides)
        run_id = new_run_id(loaded.name, datetime.now(UTC))
        show(make_plan(loaded, run_id, overrides.placement, overrides.conditions), Console(highlight=False))


def show(plan: Plan, console: Console) -> None:
    """Print a plan: the question, the treatments, the number of cells, their order and their duration."""
    experiment = plan.experiment
    first = [cell.treatment for cell in plan.cells if cell.block == 1]
    console.print(Text(experiment.title, style="bold"))
    console.print(Text(experiment.question.strip()), end="\n\n")
    console.print(treatments_table(plan), end="\n\n")
    treatments = number_of(len(plan.treatments), "treatment")
    repetitions = number_of(experiment.repetitions, "repetition")
    if experiment.until:
        repetitions = f"{experiment.repetitions} to {number_of(experiment.until.repetitions, 'repetition')}"
    console.print(Text(f"{treatments}, {repetitions}: {cells_in_words(plan)}, on {subject(plan)}"))
    if until := experiment.until:
        goals = " and ".join(f"± {width} in {column}" for column, width in until.precision.items())
        console.print(
            Text(f"The run stops as soon as all intervals are {goals}, at most after {until.minutes:g} min.")
        )
    console.print(Text(f"Order of the first block (seed {experiment.seed}): {', '.join(first)}"))
    fewest = [cell for cell in plan.cells if cell.block <= experiment.repetitions]
    console.print(Text(f"Estimated duration of the cells: {readable(estimate(fewest))}"))
    for release in releases_newer_than_catalogue(plan):
        text = f"Kafka {release} is newer than the catalogue, so only a download shows whether it exists."
        console.print(Text(text))


def releases_newer_than_catalogue(plan: Plan) -> list[str]:
    """The Kafka releases of brokers and clients whose existence was not checked when they were planned."""
    clients = [client.release for client in plan.clients if client_of(client).has_unlisted_releases]
    brokers = [cluster.release for cluster in plan.kafka_clusters if plan.placement.kind.manages_brokers]
    releases = {*filter(None, clients), *brokers, *plan.further_releases}
    return sorted(filter(is_newer, releases), key=numbers_of)


def treatments_table(plan: Plan) -> Table:
    """A table of the treatments: the id, the number of cells, and the duration of a cell."""
    table = Table("treatment", "cells", "duration of a cell")
    for treatment in plan.treatments:
        cells = [cell for cell in plan.cells if cell.treatment == treatment.id]
        table.add_row(treatment.id, str(len(cells)), f"{estimate(cells[:1]).total_seconds():.0f} s")
    return table
