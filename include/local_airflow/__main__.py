"""This checkout's Airflow from a terminal: `python -m include.local_airflow backfill create --dag-id …`."""

import os
import sys

from include.local_airflow import database, service
from include.local_airflow.environment import environment


def main() -> None:
    """Become the airflow command, with the settings of this checkout."""
    if not database.is_current():
        sys.exit("There is no Airflow here yet: make up starts one.")
    # The port is the API server's, which the command doesn't ask; nor does it read DAG files again.
    settings = environment(service.own_secrets(), port=0, parse_every=0)
    os.execve(sys.executable, [sys.executable, "-m", "airflow", *sys.argv[1:]], settings)  # noqa: S606


if __name__ == "__main__":
    main()
