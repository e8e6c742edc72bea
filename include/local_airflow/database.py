"""Airflow's database: created, or migrated to the installed version of Airflow."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from include.local_airflow.environment import DATABASE, HOME

_MIGRATED = HOME / "migrated"
"""Contains the version of Airflow that the database is for: asking Airflow itself would take seconds."""


class DatabaseError(Exception):
    """Airflow's database cannot be created. The message says where the log is."""


def is_current() -> bool:
    """Whether there is a database for the installed version of Airflow."""
    return DATABASE.exists() and _MIGRATED.exists() and _MIGRATED.read_text() == version("apache-airflow")


def migrate(environment: dict[str, str], log: Path) -> None:
    """Create the database, or migrate it to the installed version.

    Raises:
        DatabaseError: The migration fails.
    """
    HOME.mkdir(parents=True, exist_ok=True)
    _MIGRATED.unlink(missing_ok=True)
    command = [sys.executable, "-m", "airflow", "db", "migrate"]
    with log.open("ab") as output:
        done = subprocess.run(command, env=environment, stdout=output, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise DatabaseError(f"Airflow's database could not be created or migrated; see {log}")
    _MIGRATED.write_text(version("apache-airflow"))
