"""The airflow command, on this checkout's database: ``python -m include.cli.local_airflow dags list``."""

import os
import sys

from include.cli.local_airflow import service
from include.cli.local_airflow.environment import environment


def main() -> None:
    """Replace this process by the airflow command, with the settings of this checkout."""
    if not service.is_current():
        sys.exit("This checkout has no Airflow yet; `make up` starts one.")
    settings = environment(service.own_secrets())
    os.execve(sys.executable, [sys.executable, "-m", "airflow", *sys.argv[1:]], settings)  # noqa: S606


if __name__ == "__main__":
    main()
