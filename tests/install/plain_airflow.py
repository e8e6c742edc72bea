"""An Airflow that is installed by pip."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from include.machine.folders import ROOT
from include.machine.networks.ports import free_ports
from include.machine.processes.guardian import Guardian, Start

INSTALL_SECONDS = 1_200


def install(environment: Path, airflow: str) -> None:
    """Make a virtual environment, and install Airflow and the requirements with plain pip."""
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    requirements = [f"apache-airflow=={airflow}", "-r", str(ROOT / "requirements.txt")]
    pip(environment, "install", "--quiet", *requirements)


def pip(environment: Path, *arguments: str) -> None:
    subprocess.run([environment / "bin" / "pip", *arguments], check=True, timeout=INSTALL_SECONDS)


def settings(environment: Path, home: Path) -> dict[str, str]:
    """The variables of an Airflow on loopback; those about Kerran are the ones that docs/airflow.md lists."""
    [port] = free_ports(1)
    foreign = ("AIRFLOW", "KERRAN", "PYTHON", "VIRTUAL_ENV")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return {
        **inherited,
        "PATH": f"{environment / 'bin'}:{inherited['PATH']}",
        "AIRFLOW_HOME": str(home),
        "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
        "AIRFLOW__CORE__DAGS_ARE_PAUSED_AT_CREATION": "True",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_ALL_ADMINS": "True",
        "AIRFLOW__CORE__EXECUTION_API_SERVER_URL": f"http://127.0.0.1:{port}/execution/",
        "AIRFLOW__API__HOST": "127.0.0.1",
        "AIRFLOW__API__PORT": str(port),
        "AIRFLOW__API__BASE_URL": f"http://127.0.0.1:{port}",
        "AIRFLOW__API__SECRET_KEY": "install" * 8,
        "AIRFLOW__API_AUTH__JWT_SECRET": "install" * 12,
        "AIRFLOW_CONN_SPARK": '{"conn_type": "spark", "host": "local[2]"}',
        "KERRAN_MACHINE_LEASE": str(home / "machine-lease"),
    }


def airflow(environment: Path, variables: dict[str, str], *arguments: str) -> str:
    """What a command of Airflow prints."""
    command = [str(environment / "bin" / "airflow"), *arguments]
    return subprocess.check_output(command, env=variables, text=True, timeout=INSTALL_SECONDS)


@contextmanager
def running(environment: Path, variables: dict[str, str], logs: Path) -> Iterator[None]:
    """The components of an Airflow, which are ended with all that they have started."""
    guardian = Guardian()
    try:
        for name, *options in (["scheduler", "--skip-serve-logs"], ["dag-processor"], ["api-server"]):
            # Python looks for modules in the working folder, and this one is a checkout.
            home = variables["AIRFLOW_HOME"]
            command = ["env", "--chdir", home, str(environment / "bin" / "airflow"), name, *options]
            guardian.start(Start(name, command, str(logs / f"{name}.log"), variables))
        yield
    finally:
        guardian.dismiss()
