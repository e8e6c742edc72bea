"""Stop the Airflow that ``kerran up`` started, and every process that works for it: ``kerran down``."""

import typer

from include.cli.exit_codes import BadRequestError, exit_on_error
from include.local_airflow.lock import LOCK_FILE, read_holder

TIMEOUT_SECONDS = 30.0
"""Longer than the guardian waits for the processes that it ends."""


def down() -> None:
    """Stop Airflow if it is running."""
    with exit_on_error():
        holder = read_holder(LOCK_FILE)
        if holder is None:
            typer.echo("Airflow is not running.")
            return
        if holder.url is None:
            raise BadRequestError(
                f"{holder.command} is running (process {holder.process.pid}): interrupt it in its terminal."
            )
        holder.process.end(TIMEOUT_SECONDS)
        typer.echo("Airflow is stopped.")
