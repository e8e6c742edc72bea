"""The three processes of Airflow that a run needs, and Airflow's database."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from include.folders import STATE
from include.local_airflow.api import Api
from include.local_airflow.environment import (
    DATABASE,
    HOME,
    LOCAL,
    PASSWORDS,
    USER,
    Secrets,
    SparkMaster,
    environment,
    read_or_generate,
    write_private,
)
from include.networks.ports import free_ports
from include.processes.guardian import Guardian, Start
from include.processes.identity import ProcessIdentity
from include.processes.registry import end_of_log

_MIGRATED = HOME / "migrated"
"""The file with the version of Airflow for which the database was made. To ask Airflow would take seconds."""


class DatabaseError(Exception):
    """Airflow's database cannot be created. The message names the log."""


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


LOGS = STATE / "logs"

_AIRFLOW = [sys.executable, "-m", "airflow"]

_COMPONENTS: dict[str, list[str]] = {
    "scheduler": ["scheduler", "--skip-serve-logs"],  # the log server would listen on every interface
    "dag-processor": ["dag-processor"],
    "api-server": ["api-server"],
}


class AirflowError(Exception):
    """Airflow cannot be started, or one of its processes ended. The message is for the user."""


@dataclass(frozen=True)
class Airflow:
    """A running Airflow."""

    api: Api
    components: dict[str, ProcessIdentity]

    @property
    def url(self) -> str:
        """The address of Airflow's pages."""
        return self.api.url

    def check(self) -> None:
        """Check that every component is alive.

        Raises:
            AirflowError: One has ended. The message has its name and the end of its log.
        """
        for component, process in self.components.items():
            if not process.alive():
                log = log_of(component)
                end = f"the end of {log}:\n{end_of_log(log)}"
                raise AirflowError(f"Airflow's {component} ended unexpectedly; {end}")


def log_of(component: str) -> Path:
    """The file of a component's output."""
    return LOGS / f"{component}.log"


def start(
    guardian: Guardian,
    parse_seconds: int,
    say: Callable[[str], None],
    spark: SparkMaster = LOCAL,
    *,
    schedules: bool = True,
) -> Airflow:
    """Start Airflow's components, and return before they are ready (see ``Api.wait_until_ready``).

    Args:
        guardian: The guardian that starts and ends them.
        parse_seconds: The time between two readings of a DAG file.
        say: Called with a line before each slow step.
        spark: The Spark master that computes the results.
        schedules: Whether DAGs also run by their schedules.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    secrets = own_secrets()
    [port] = free_ports(1)
    settings = environment(secrets, port, parse_seconds, spark, schedules=schedules)
    if not is_current():
        say("Preparing Airflow's database (once for each version of Airflow)")
        migrate(settings, log_of("database"))
    components = {
        component: guardian.start(Start(component, [*_AIRFLOW, *arguments], _new_log(component), settings))
        for component, arguments in _COMPONENTS.items()
    }
    return Airflow(Api(f"http://127.0.0.1:{port}", secrets.password), components)


def own_secrets() -> Secrets:
    """The secrets of this checkout. The file of passwords that Airflow reads is written too."""
    secrets = read_or_generate(STATE / "secrets.json", Secrets)
    HOME.mkdir(parents=True, exist_ok=True)
    write_private(PASSWORDS, f'{{"{USER}": "{secrets.password}"}}')
    return secrets


def _new_log(component: str) -> str:
    log = log_of(component)
    log.unlink(missing_ok=True)
    return str(log)
