"""Airflow's processes: the three that a sweep needs, started one by one."""

import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from include.cli.spark import LOCAL, Spark
from include.folders import STATE
from include.local_airflow import database
from include.local_airflow.api import Api
from include.local_airflow.environment import HOME, PASSWORDS, environment
from include.local_airflow.secrets import USER, Secrets, read_or_make, write_private
from include.processes.guardian import Guardian, Start
from include.processes.identity import ProcessIdentity

LOGS = STATE / "logs"

_COMPONENTS: dict[str, list[str]] = {
    "scheduler": ["scheduler", "--skip-serve-logs"],  # the log server would listen on every interface
    "dag-processor": ["dag-processor"],
    "api-server": ["api-server"],
}


class AirflowError(Exception):
    """Airflow can't be started, or ended of itself; the message is for a user."""


@dataclass(frozen=True)
class Airflow:
    """A running Airflow."""

    api: Api
    secrets: Secrets
    components: dict[str, ProcessIdentity]

    @property
    def url(self) -> str:
        """Where its pages are."""
        return self.api.url

    def check(self) -> None:
        """Make sure that every component lives.

        Raises:
            AirflowError: one doesn't; it says which, and the end of its log.
        """
        for what, process in self.components.items():
            if not process.alive():
                end = f"the end of {log_of(what)}:\n{_tail(what)}"
                raise AirflowError(f"Airflow's {what} ended of itself; {end}")


def log_of(component: str) -> Path:
    """The file of a component's output."""
    return LOGS / f"{component}.log"


def start(
    guardian: Guardian,
    parse_every: int,
    say: Callable[[str], None],
    spark: Spark = LOCAL,
    *,
    schedules: bool = True,
) -> Airflow:
    """Start Airflow's components; returns before they are ready (see ``Api.wait_until_ready``).

    Args:
        guardian: Whose children they become.
        parse_every: Seconds between two readings of a DAG file.
        say: Told what takes its time.
        spark: Where results are measured.
        schedules: Whether DAGs are run by their schedules, too.

    Raises:
        DatabaseError: its database can't be made.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    secrets = own_secrets()
    port = _free_port()
    settings = environment(secrets, port, parse_every, spark, schedules=schedules)
    if not database.is_current():
        say("Making Airflow's database (once)")
        database.migrate(settings, log_of("database"))
    components = {
        what: guardian.start(Start(what, _command(arguments), str(_fresh(log_of(what))), settings))
        for what, arguments in _COMPONENTS.items()
    }
    return Airflow(Api(f"http://127.0.0.1:{port}", secrets.password), secrets, components)


def _command(arguments: list[str]) -> list[str]:
    return [sys.executable, "-m", "airflow", *arguments]


def own_secrets() -> Secrets:
    """This checkout's secrets, and the file of passwords that Airflow reads."""
    secrets = read_or_make(STATE / "secrets.json", Secrets)
    HOME.mkdir(parents=True, exist_ok=True)
    write_private(PASSWORDS, f'{{"{USER}": "{secrets.password}"}}')
    return secrets


def _fresh(log: Path) -> Path:
    log.unlink(missing_ok=True)
    return log


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _tail(component: str, lines: int = 15) -> str:
    return "\n".join(log_of(component).read_text(errors="replace").splitlines()[-lines:])
