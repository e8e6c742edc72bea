"""End what killed commands left running: ``kerran clean``. Runs and their files stay."""

import typer

from include.cli.exit_codes import exit_on_error
from include.local_airflow.leftovers import end_all_leftovers


def clean() -> None:
    """End all leftovers, and print them."""
    with exit_on_error():
        ended = end_all_leftovers()
    for leftover in ended:
        typer.echo(f"Ended {leftover}")
    if not ended:
        typer.echo("Nothing was left running.")
