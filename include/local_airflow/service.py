"""The three processes of Airflow that a run needs."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from include.folders import STATE
from include.local_airflow import database
from include.local_airflow.api import Api
from include.local_airflow.environment import HOME, PASSWORDS, environment
from include.local_airflow.secrets import USER, Secrets, read_or_generate, write_private
from include.local_airflow.spark_master import LOCAL, SparkMaster
from include.networks.ports import free_ports
from include.processes.guardian import Guardian, Start
from include.processes.identity import ProcessIdentity
from include.processes.log_excerpt import end_of_log

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
        """The address of its pages."""
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
    if not database.is_current():
        say("Preparing Airflow's database (once for each version of Airflow)")
        database.migrate(settings, log_of("database"))
    components = {
        component: guardian.start(Start(component, [*_AIRFLOW, *arguments], _new_log(component), settings))
        for component, arguments in _COMPONENTS.items()
    }
    return Airflow(Api(f"http://127.0.0.1:{port}", secrets.password), components)


def own_secrets() -> Secrets:
    """This checkout's secrets. The file of passwords that Airflow reads is written too."""
    secrets = read_or_generate(STATE / "secrets.json", Secrets)
    HOME.mkdir(parents=True, exist_ok=True)
    write_private(PASSWORDS, f'{{"{USER}": "{secrets.password}"}}')
    return secrets


def _new_log(component: str) -> str:
    log = log_of(component)
    log.unlink(missing_ok=True)
    return str(log)
