"""End the Airflow that `make up` started, and all that works for it: `make down`."""

import typer

from include.cli.lock import LOCK, holder_of

PATIENCE = 30.0
"""Seconds: more than its guardian gives everything else."""


def main() -> None:
    """End Airflow, where it is up."""
    holder = holder_of(LOCK)
    if holder is None:
        typer.echo("Airflow is not up.")
        return
    if holder.url is None:
        typer.echo(f"{holder.command} is running (process {holder.process.pid}): interrupt it where it runs.")
        raise typer.Exit(2)
    holder.process.end(PATIENCE)
    typer.echo("Airflow is down.")


if __name__ == "__main__":
    typer.run(main)
