"""Start Airflow and leave it running, for use from its pages: `make up`."""

import typer
from rich.console import Console

from include.cli.exclusive_command import alone
from include.cli.lock import Holder, InUseError
from include.cli.process_cleanup import end_as_asked
from include.cli.sweep import BAD_REQUEST, CAN_FAIL, DAG, INCOMPLETE, INTERRUPTED, leave
from include.local_airflow import service
from include.local_airflow.secrets import USER
from include.tasks import pools

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

    def say(message: str) -> None:
        console.print(message, markup=False)

    with alone("make up", say) as working:
        say("Starting Airflow")
        airflow = service.start(working.guardian, PARSE_EVERY, say)
        airflow.api.wait_until_ready(DAG, airflow.check)
        for pool in (pools.OWN, *pools.clusters()):
            airflow.api.make_pool(pool, slots=1)
        airflow.api.fail_interrupted(DAG)
        working.lock.name(Holder("make up", working.guardian.identity, airflow.url))
        working.guardian.stay()
    return airflow


if __name__ == "__main__":
    typer.run(main)
