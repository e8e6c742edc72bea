"""Publish the history of an experiment: ``kerran history``."""

import typer

from include.cli.errors_and_exit_codes import BadRequestError, exit_on_error
from include.machine import folders
from include.machine.storage.atomic_write import check_storage
from include.report.history.comparable_runs import Axis
from include.report.history.publish import publish


def history(experiment: str, along: str) -> None:
    """Publish the results of all runs of an experiment, and print the path of the page."""
    with exit_on_error():
        if along and along not in list(Axis):
            raise BadRequestError(f"--along: {along!r} should be {' or '.join(Axis)}")
        check_storage(folders.RUNS)
        typer.echo(publish(folders.RUNS, experiment, Axis(along) if along else None))
