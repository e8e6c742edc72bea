"""Airflow's database: made or brought up to date when it isn't this version's."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from include.local_airflow.environment import DATABASE, HOME

_MIGRATED = HOME / "migrated"
"""Says for which version of Airflow the database was made: asking Airflow itself would take seconds."""


class DatabaseError(Exception):
    """Airflow's database can't be made; the message says where the log is."""


def is_current() -> bool:
    """Whether the database is there, and made for the installed Airflow."""
    return DATABASE.exists() and _MIGRATED.exists() and _MIGRATED.read_text() == version("apache-airflow")


def migrate(environment: dict[str, str], log: Path) -> None:
    """Make the database, or bring it up to date.

    Raises:
        DatabaseError: that failed.
    """
    HOME.mkdir(parents=True, exist_ok=True)
    _MIGRATED.unlink(missing_ok=True)
    command = [sys.executable, "-m", "airflow", "db", "migrate"]
    with log.open("ab") as output:
        done = subprocess.run(command, env=environment, stdout=output, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise DatabaseError(f"Airflow's database could not be made; see {log}")
    _MIGRATED.write_text(version("apache-airflow"))
