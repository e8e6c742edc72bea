"""`make history`: what an experiment measured from release to release, or from run to run."""

from typing import Annotated

import typer

from include import folders
from include.history.comparable_runs import Axis
from include.history.errors import HistoryError
from include.history.publish import publish
from include.storage.atomic_write import check_storage
from include.storage.errors import StorageError

RELEASES = "releases"
"""The experiment of Kafka's whole history."""


def main(
    experiment: Annotated[str, typer.Option(envvar="EXPERIMENT", help="Whose runs.")] = RELEASES,
    along: Annotated[
        str, typer.Option(envvar="ALONG", help="release, or time; by itself, whichever the runs differ in.")
    ] = "",
) -> None:
    """Publish the history of an experiment, and print where."""
    if along and along not in list(Axis):
        typer.echo(f"ALONG: {along!r} is neither {' nor '.join(Axis)}", err=True)
        raise typer.Exit(2)
    try:
        check_storage(folders.RUNS)
        typer.echo(publish(folders.RUNS, experiment, Axis(along) if along else None))
    except (HistoryError, StorageError) as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None


if __name__ == "__main__":
    typer.run(main)
