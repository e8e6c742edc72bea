"""Compute the results of runs again from their raw logs, and render their reports: ``kerran measure``."""

import os
import subprocess
from collections.abc import Mapping, Sequence

import typer

from include.cli.console_text import run_folder, shown
from include.cli.errors_and_exit_codes import exit_on_error
from include.cli.local_airflow.environment import SparkMaster
from include.cli.local_airflow.process_cleanup import exclusive_command
from include.cli.local_airflow.spark_containers import spark_master
from include.machine.processes.owner_mark import owner_environment
from include.machine.processes.started_processes import end_of_text
from include.machine.storage.path import AnyPath
from include.plan.plan import read_plan
from include.rawlog.cells_and_results_of_run import check_measurable
from include.report.publish import publish
from include.spark_jobs.job import submission


def measure(runs: list[str], spark: str) -> None:
    """Compute the results of each run again, and publish its report."""
    with exit_on_error("Interrupted; no process is left running."):
        run_folders = [run_folder(run, "RUN") for run in runs]
        for run in run_folders:
            read_plan(run)  # a report needs it
            check_measurable(run)
        with (
            exclusive_command("kerran measure", typer.echo) as guardian,
            spark_master(spark or None, guardian.identity, typer.echo) as master,
        ):
            typer.echo(f"Measuring {', '.join(run.name for run in run_folders)}")
            submit(run_folders, master, owner_environment(guardian.identity))
            for run in run_folders:
                typer.echo(f"Report: {shown(publish(run))}")


def submit(runs: Sequence[AnyPath], master: SparkMaster, variables: Mapping[str, str]) -> None:
    """Run the Spark job that measures ``runs``, with these additional environment variables."""
    suited = submission.submit_settings(master.url, master.conf)
    done = subprocess.run(
        submission.command(*runs, master=master.url, conf=master.conf),
        env={**os.environ, **suited.environment, **master.variables, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ChildProcessError(f"Spark ended with exit code {done.returncode}:\n{end_of_text(done.stdout)}")
