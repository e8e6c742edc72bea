"""Airflow's database, and the three processes of the Airflow that `make up` starts."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from include.cli.local_airflow.api import Api
from include.cli.local_airflow.environment import (
    DATABASE,
    HOME,
    PASSWORDS,
    USER,
    Secrets,
    environment,
    read_or_generate,
    write_private,
)
from include.machine.errors import AirflowError
from include.machine.folders import STATE
from include.machine.networks.ports import free_ports
from include.machine.processes.guardian import Guardian, Start
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import end_of_log

_MIGRATED = HOME / "migrated"
"""The file with the version of Airflow for which the database was made. Asking Airflow itself would take
seconds."""

LOGS = STATE / "logs"

_AIRFLOW = [sys.executable, "-m", "airflow"]

_COMPONENTS: dict[str, list[str]] = {
    "scheduler": ["scheduler", "--skip-serve-logs"],  # the log server would listen on every interface
    "dag-processor": ["dag-processor"],
    "api-server": ["api-server"],
}


def is_current() -> bool:
    """Whether there is a database for the installed version of Airflow."""
    return DATABASE.exists() and _MIGRATED.exists() and _MIGRATED.read_text() == version("apache-airflow")


def prepare_database(environment: dict[str, str], say: Callable[[str], None]) -> None:
    """Create the database, or migrate it to the installed version, if it is not current.

    Raises:
        AirflowError: The database could not be prepared. The error message names the log.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    if is_current():
        return
    say("Preparing Airflow's database (once for each version of Airflow)")
    HOME.mkdir(parents=True, exist_ok=True)
    _MIGRATED.unlink(missing_ok=True)
    log = log_of("database")
    command = [*_AIRFLOW, "db", "migrate"]
    with log.open("ab") as output:
        done = subprocess.run(command, env=environment, stdout=output, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise AirflowError(f"Airflow's database could not be created or migrated; see {log}")
    _MIGRATED.write_text(version("apache-airflow"))


@dataclass(frozen=True)
class Airflow:
    """A running Airflow."""

    api: Api
    components: dict[str, ProcessIdentity]
    guardian: Guardian

    def check(self) -> None:
        """Raise an AirflowError if the guardian or a component of Airflow has ended."""
        check_guardian(self.guardian)
        for component, process in self.components.items():
            if not process.alive():
                log = log_of(component)
                end = f"the end of {log}:\n{end_of_log(log)}"
                raise AirflowError(f"Airflow's {component} ended unexpectedly; {end}")


def check_guardian(guardian: Guardian) -> None:
    """Raise an AirflowError if the guardian has ended."""
    if not guardian.alive():
        raise AirflowError("The guardian process was killed; every process was ended.")


def log_of(component: str) -> Path:
    """The log file of a component."""
    return LOGS / f"{component}.log"


def start(guardian: Guardian, dag: str, say: Callable[[str], None]) -> Airflow:
    """Start Airflow's components, and wait until they have read the DAG; ``say`` reports slow steps.

    DAG runs that an earlier Airflow left unfinished are marked as failed.
    """
    secrets = own_secrets()
    [port] = free_ports(1)
    settings = environment(secrets, port)
    prepare_database(settings, say)
    components = {}
    for component, arguments in _COMPONENTS.items():
        log = log_of(component)
        log.unlink(missing_ok=True)
        components[component] = guardian.start(Start(component, [*_AIRFLOW, *arguments], str(log), settings))
    airflow = Airflow(Api(f"http://127.0.0.1:{port}", secrets.password), components, guardian)
    airflow.api.wait_until_ready(dag, airflow.check)
    airflow.api.fail_interrupted_runs(dag)
    return airflow


def own_secrets() -> Secrets:
    """Read or generate this checkout's secrets, and write the passwords file that Airflow reads."""
    secrets = read_or_generate(STATE / "secrets.json", Secrets)
    HOME.mkdir(parents=True, exist_ok=True)
    write_private(PASSWORDS, f'{{"{USER}": "{secrets.password}"}}')
    return secrets
