"""Publish the history of an experiment: ``kerran history``."""

import typer

from include import folders
from include.cli.errors_and_exit_codes import BadRequestError, exit_on_error
from include.history.comparable_runs import Axis
from include.history.publish import publish
from include.storage.atomic_write import check_storage


def history(experiment: str, along: str) -> None:
    """Publish the results of all runs of an experiment, and print the path of the page."""
    with exit_on_error():
        if along and along not in list(Axis):
            raise BadRequestError(f"--along: {along!r} should be {' or '.join(Axis)}")
        check_storage(folders.RUNS)
        typer.echo(publish(folders.RUNS, experiment, Axis(along) if along else None))
