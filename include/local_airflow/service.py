"""Airflow's database, the three processes of Airflow that a run needs, and the DAG runs of a command."""

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from include.folders import STATE
from include.local_airflow.api import Api, TaskRun
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
from include.processes.started_processes import end_of_log

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

LOOK_SECONDS = 0.5
"""The time between two calls of the parameter ``look`` of ``Airflow.run``."""

API_SECONDS = 1.5
"""The time between two requests to Airflow. Such requests take more CPU time than calls of ``look``."""

PARSE_ONCE_SECONDS = 24 * 3600
"""The time between two readings of the DAG files. A second reading is not needed, and would only put load on
the machine."""


class AirflowError(Exception):
    """Airflow cannot be started, or one of its processes ended. The message is for the user."""


def is_current() -> bool:
    """Whether there is a database for the installed version of Airflow."""
    return DATABASE.exists() and _MIGRATED.exists() and _MIGRATED.read_text() == version("apache-airflow")


def migrate(environment: dict[str, str], log: Path) -> None:
    """Create the database, or migrate it to the installed version; on failure, AirflowError names the log."""
    HOME.mkdir(parents=True, exist_ok=True)
    _MIGRATED.unlink(missing_ok=True)
    command = [*_AIRFLOW, "db", "migrate"]
    with log.open("ab") as output:
        done = subprocess.run(command, env=environment, stdout=output, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise AirflowError(f"Airflow's database could not be created or migrated; see {log}")
    _MIGRATED.write_text(version("apache-airflow"))


@dataclass(frozen=True)
class Airflow:
    """A running Airflow that has read one DAG."""

    dag: str
    api: Api
    components: dict[str, ProcessIdentity]
    guardian: Guardian

    def check(self) -> None:
        """Raise an AirflowError if the guardian or a component of Airflow has ended."""
        if not self.guardian.alive():
            raise AirflowError("The guardian process was killed; every process was ended.")
        for component, process in self.components.items():
            if not process.alive():
                log = log_of(component)
                end = f"the end of {log}:\n{end_of_log(log)}"
                raise AirflowError(f"Airflow's {component} ended unexpectedly; {end}")

    def run(self, run_id: str, parameters: dict[str, Any], look: Callable[[], None]) -> list[TaskRun] | None:
        """Trigger the DAG with these parameters, and wait until the DAG run ends.

        ``look`` is called repeatedly, to show the progress of the run. The result is the failed tasks; None
        if the DAG run succeeded.
        """
        dag_run = self.api.trigger(self.dag, run_id, parameters)
        state, last_request = "", time.monotonic()
        while state not in ("success", "failed"):
            time.sleep(LOOK_SECONDS)
            self.check()
            look()
            if time.monotonic() - last_request >= API_SECONDS:
                last_request = time.monotonic()
                state = self.api.state(self.dag, dag_run)
        if state == "success":
            return None
        return [task for task in self.api.task_runs(self.dag, dag_run) if task.state == "failed"]


def log_of(component: str) -> Path:
    """The log file of a component."""
    return LOGS / f"{component}.log"


def start(
    guardian: Guardian,
    dag: str,
    say: Callable[[str], None],
    spark: SparkMaster = LOCAL,
    parse_seconds: int = PARSE_ONCE_SECONDS,
    *,
    schedules: bool = False,
) -> Airflow:
    """Start Airflow's components, and wait until they have read the DAG; ``say`` reports slow steps.

    DAG runs that an earlier Airflow left unfinished are marked as failed. The function passes ``spark``,
    ``parse_seconds`` and ``schedules`` on to ``environment``.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    secrets = own_secrets()
    [port] = free_ports(1)
    settings = environment(secrets, port, parse_seconds, spark, schedules=schedules)
    if not is_current():
        say("Preparing Airflow's database (once for each version of Airflow)")
        migrate(settings, log_of("database"))
    components = {}
    for component, arguments in _COMPONENTS.items():
        log = log_of(component)
        log.unlink(missing_ok=True)
        components[component] = guardian.start(Start(component, [*_AIRFLOW, *arguments], str(log), settings))
    airflow = Airflow(dag, Api(f"http://127.0.0.1:{port}", secrets.password), components, guardian)
    airflow.api.wait_until_ready(dag, airflow.check)
    airflow.api.fail_interrupted_runs(dag)
    return airflow


def own_secrets() -> Secrets:
    """Read or generate this checkout's secrets, and write the passwords file that Airflow reads."""
    secrets = read_or_generate(STATE / "secrets.json", Secrets)
    HOME.mkdir(parents=True, exist_ok=True)
    write_private(PASSWORDS, f'{{"{USER}": "{secrets.password}"}}')
    return secrets
