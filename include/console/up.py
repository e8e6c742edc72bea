"""Start Airflow and leave it running, for use from its pages: `make up`."""

import os

import typer
from rich.console import Console

from include.console.airflow import service
from include.console.airflow.secrets import USER
from include.console.guarded import end_as_asked, guarded
from include.console.leftovers import end_all_leftovers
from include.console.lock import LOCK, Holder, InUseError, locked
from include.console.sweep import BAD_REQUEST, CAN_FAIL, DAG, INCOMPLETE, INTERRUPTED, leave
from include.processes.identity import ProcessIdentity
from include.sweep import pools

PARSE_EVERY = 30
"""Seconds between two readings of the DAG file."""


def main() -> None:
    """Start Airflow and print where it is."""
    console = Console(highlight=False)
    try:
        end_as_asked()
        airflow = up(console)
    except InUseError as error:
        leave(console, str(error), BAD_REQUEST)
    except CAN_FAIL as error:
        leave(console, str(error), INCOMPLETE)
    except KeyboardInterrupt:
        leave(console, "Interrupted; nothing is left running.", INTERRUPTED)
    console.print(f"Airflow is up at {airflow.url}")
    console.print(f"  user {USER}, password {airflow.secrets.password}", markup=False)
    console.print("make down ends it.")


def up(console: Console) -> service.Airflow:
    """Start Airflow; it is ready when this returns, and ended when this fails."""
    with locked(LOCK) as lock:
        lock.name(Holder("make up", ProcessIdentity.of(os.getpid())))
        for what in end_all_leftovers():
            console.print(f"Ended a leftover: {what}", markup=False)
        console.print("Starting Airflow")
        with guarded(lock.descriptor) as guardian:
            airflow = service.start(guardian, PARSE_EVERY, console.print)
            airflow.api.wait_until_ready(DAG, airflow.check)
            for pool in (pools.OWN, *pools.clusters()):
                airflow.api.make_pool(pool, slots=1)
            airflow.api.fail_interrupted(DAG)
            lock.name(Holder("make up", guardian.identity, airflow.url))
            guardian.stay()
    return airflow


if __name__ == "__main__":
    typer.run(main)
