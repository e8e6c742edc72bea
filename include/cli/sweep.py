"""Run an experiment from its file to its report: ``kerran sweep``."""

import time
from collections.abc import Mapping
from typing import Any

from rich.console import Console

from include.cli.console_text import command_line, saying
from include.cli.errors_and_exit_codes import ExitCode, exit_on_error
from include.cli.experiment_run import run_plan
from include.cli.local_airflow.dag_run import OneProcessAirflow
from include.cli.local_airflow.process_cleanup import exclusive_command
from include.cli.local_airflow.spark_containers import spark_master
from include.cli.plan_in_words import title
from include.cli.progress import ProgressReader, Stage
from include.cli.progress_display import screen
from include.cli.run_preparation import given_overrides, plan_and_form_values
from include.cli.run_summary import print_summary
from include.machine import folders
from include.plan.plan import Plan

DAG = "run_experiment"


def sweep(experiment: str, run: str, override_values: Mapping[str, Any], spark: str) -> ExitCode:
    """Run an experiment, or complete a run."""
    with exit_on_error("Interrupted; no process is left running."):
        console = Console(highlight=False)
        plan, parameters = plan_and_form_values(
            experiment, run, given_overrides(override_values), saying(console)
        )
        return run_to_report(plan, parameters, spark, console)


def run_to_report(plan: Plan, parameters: dict[str, Any], spark: str, console: Console) -> ExitCode:
    """Run a plan for which everything is prepared, and print the results."""
    say, again = saying(console), command_line("sweep", run=plan.run_id)
    with (
        exit_on_error(
            f"Interrupted; no process is left running. If the run has begun, complete it by: {again}"
        ),
        exclusive_command("kerran sweep", say) as guardian,
        spark_master(spark or None, guardian.identity, say) as master,
        screen(title(plan), console) as show,
    ):
        reader = ProgressReader(folders.RUNS / plan.run_id, plan, time.time())
        show(reader.read(Stage.AIRFLOW))
        airflow = OneProcessAirflow(guardian, say, master)
        failed_tasks = run_plan(airflow, DAG, plan, parameters, lambda: show(reader.read()))
    return print_summary(plan, failed_tasks, console, again)
