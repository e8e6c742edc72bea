"""Run an experiment on Kafka's releases, one after another: ``kerran backfill``.

The command leaves out complete runs. A repeated command continues an interrupted backfill, and runs new
releases that ``kerran releases`` or the DAG ``release_catalogue`` have added.
"""

import time
from collections.abc import Mapping
from typing import Any

from rich.console import Console

from include.cli.console_text import command_line, say_command, saying
from include.cli.errors_and_exit_codes import ExitCode, exit_on_error
from include.cli.exit_codes_of_verdicts import code_of, gravest
from include.cli.experiment_run import run_plan
from include.cli.local_airflow.dag_run import OneProcessAirflow
from include.cli.local_airflow.process_cleanup import exclusive_command
from include.cli.plan_in_words import title
from include.cli.progress import ProgressReader
from include.cli.progress_display import screen
from include.cli.run_preparation import given_overrides
from include.cli.run_summary import print_summary
from include.machine import folders
from include.machine.releases.installed_java import find_java
from include.machine.releases.kafka_catalogue import (
    CataloguedRelease,
    UnknownReleaseError,
    catalogue,
    entry_of,
)
from include.plan.overrides import Overrides
from include.plan.plan import Plan
from include.plan.validation_errors import ExperimentError
from include.rawlog.cells_and_results_of_run import report_page
from include.report.machine_readable import verdict_if_judged
from include.tasks.measured_release import run_id_of_release
from include.tasks.planning import find_or_make_plan, pending_cells

DAG = "kafka_releases"


def backfill(
    experiment: str, first: str, last: str, names: list[str], override_values: Mapping[str, Any]
) -> ExitCode:
    """Run an experiment on releases of Kafka."""
    with exit_on_error("Interrupted; no process is left running. The same command continues the backfill."):
        overrides = given_overrides(override_values)
        if not overrides.placement.kind.manages_brokers:
            raise ExperimentError(
                ["cluster: a backfill starts brokers of each release; use embedded or compose"]
            )
        find_java()
        entries = chosen_releases(catalogue(), first, last, names)
        plans = [plan_of(entry, experiment, overrides) for entry in entries]
        return run_missing(plans, overrides, Console(highlight=False))


def chosen_releases(
    entries: list[CataloguedRelease], first: str, last: str, names: list[str]
) -> list[CataloguedRelease]:
    """The releases from ``first`` to ``last``; if there are ``names``, only the releases with these names."""
    start = entries.index(entry_of(first, entries)) if first else 0
    end = entries.index(entry_of(last, entries)) if last else len(entries) - 1
    named_entries = [entry_of(name, entries) for name in names]
    releases = [entry for entry in entries[start : end + 1] if not named_entries or entry in named_entries]
    if not releases:
        raise UnknownReleaseError(
            f"None of the releases is between {entries[start].version} and {entries[end].version}: "
            "choose another FROM or TO"
        )
    return releases


def plan_of(entry: CataloguedRelease, experiment: str, overrides: Overrides) -> Plan:
    """The plan of a release's run. A missing plan is created."""
    of_release = overrides.model_copy(update={"release": entry.version})
    return find_or_make_plan(run_id_of_release(experiment, entry.version), experiment, of_release)


def run_missing(plans: list[Plan], overrides: Overrides, console: Console) -> ExitCode:
    """Run the plans whose runs are not complete."""
    missing = [plan for plan in plans if not is_complete(plan)]
    console.print(f"{len(plans)} releases: {len(plans) - len(missing)} complete, {len(missing)} to run")
    complete_runs = [folders.RUNS / plan.run_id for plan in plans if plan not in missing]
    earlier = [code_of(verdict_if_judged(run)) for run in complete_runs]
    if not missing:
        return gravest(earlier)
    say = saying(console)
    with exclusive_command("kerran backfill", say) as guardian:
        airflow = OneProcessAirflow(guardian, say)
        code = gravest([*earlier, *(_run(airflow, plan, overrides, console) for plan in missing)])
    experiment = plans[0].experiment.name
    say_command(console, f"To see these runs on one page: {command_line('history', experiment=experiment)}")
    return code


def is_complete(plan: Plan) -> bool:
    """Whether every cell is sealed and the report is published."""
    return not pending_cells(plan) and report_page(folders.RUNS / plan.run_id).exists()


def _run(airflow: OneProcessAirflow, plan: Plan, overrides: Overrides, console: Console) -> ExitCode:
    parameters = {"experiment": plan.experiment.name, **overrides.values, "release": plan.release}
    reader = ProgressReader(folders.RUNS / plan.run_id, plan, time.time())
    with screen(title(plan), console) as show:
        failed_tasks = run_plan(airflow, DAG, plan, parameters, lambda: show(reader.read()))
    return print_summary(plan, failed_tasks, console, "repeat the command")
