"""Start and stop Airflow for use in a browser, and end the leftover processes of killed commands.

The commands are ``kerran up``, ``kerran down`` and ``kerran clean``.
"""

import typer
from rich.console import Console

from include.cli.console_text import command_line, saying
from include.cli.errors_and_exit_codes import BadRequestError, exit_on_error
from include.cli.local_airflow import service
from include.cli.local_airflow.environment import USER
from include.cli.local_airflow.lock import LOCK_FILE, LockHolder, read_holder, record_holder
from include.cli.local_airflow.process_cleanup import end_all_leftovers, exclusive_command
from include.cli.sweep import DAG

END_SECONDS = 30.0
"""The maximum time to wait for the end of the guardian. It is longer than the guardian's own time-out for the
processes that it ends."""


def up() -> None:
    """Start Airflow unless it is running, and print its address and login."""
    console = Console(highlight=False)
    with exit_on_error("Interrupted; all processes that this command started were ended."):
        holder = read_holder(LOCK_FILE)
        url = holder.url if holder and holder.url else start(console).api.url
    console.print(f"Airflow is running at {url}")
    console.print(f"  user {USER}, password {service.own_secrets().password}", markup=False)
    console.print(f"To stop it: {command_line('down')}")


def start(console: Console) -> service.Airflow:
    """Start Airflow and wait until it is ready. If the start fails, all its processes are ended."""
    say = saying(console)
    with exclusive_command("kerran up", say) as guardian:
        say("Starting Airflow")
        airflow = service.start(guardian, DAG, say)
        record_holder(LOCK_FILE, LockHolder("kerran up", guardian.identity, airflow.api.url))
        guardian.stay()
    return airflow


def down() -> None:
    """If Airflow is running, stop Airflow and every process that works for it."""
    with exit_on_error():
        holder = read_holder(LOCK_FILE)
        if holder is None:
            typer.echo("Airflow is not running.")
            return
        if holder.url is None:
            raise BadRequestError(
                f"{holder.command} is running (process {holder.process.pid}): interrupt it in its terminal."
            )
        holder.process.end(END_SECONDS)
        typer.echo("Airflow is stopped.")


def clean() -> None:
    """End everything that was left running when commands were killed, and print what was ended. Runs stay."""
    with exit_on_error():
        leftovers = end_all_leftovers()
    for leftover in leftovers:
        typer.echo(f"Ended {leftover}")
    if not leftovers:
        typer.echo("Nothing was left running.")
