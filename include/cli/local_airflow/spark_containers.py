"""Spark's master and workers in containers, started for a command and removed after the command."""

import ipaddress
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

from include.cli.local_airflow.compose_variables import SPARK_CONF, spark_variables
from include.cli.local_airflow.environment import CONTAINERS, LOCAL, SparkMaster
from include.cli.local_airflow.process_cleanup import ignore_interrupts
from include.machine.containers.compose_command import compose
from include.machine.containers.engine import EngineError, end_of_output, engine
from include.machine.containers.labels import PROJECT as PROJECT_LABEL
from include.machine.containers.labels import checkout
from include.machine.containers.leftovers import remove
from include.machine.folders import ROOT
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.owner_mark import OWNER as OWNER_VARIABLE
from include.machine.processes.owner_mark import mark

PROJECT = f"kerran-spark-{checkout()}"
FILE = ROOT / "compose" / "spark.yaml"
MASTER_SERVICE = "spark-master"

START_TIMEOUT_SECONDS = 120.0
"""The maximum time until master and workers are ready; fifteen seconds are usual."""


@contextmanager
def spark_master(
    choice: str | None, owner: ProcessIdentity, say: Callable[[str], None]
) -> Iterator[SparkMaster]:
    """The Spark master that the user has chosen; it is available until the end of the block.

    ``choice`` is a URL, ``cluster`` for containers, or None for this machine. Containers are labelled with
    ``owner``, so that a later command can find and remove them. ``say`` reports slow steps.
    """
    if choice != CONTAINERS:
        yield SparkMaster(choice) if choice else LOCAL
        return
    say("Starting Spark's containers (the first time, building their image takes some minutes)")
    try:
        _start(owner)
        _check_python()
        yield _master_for_this_host()
    finally:
        ignore_interrupts()
        remove(engine(), f"{PROJECT_LABEL}={PROJECT}")


def _start(owner: ProcessIdentity) -> None:
    variables = {**spark_variables(), OWNER_VARIABLE: mark(owner)}
    try:
        compose(PROJECT, [FILE], ["up", "--wait"], variables, START_TIMEOUT_SECONDS)
    except EngineError as error:
        raise EngineError(f"{error}\n{_logs_of_unhealthy()}") from None


def _logs_of_unhealthy() -> str:
    """The end of the log of every container that is not healthy."""
    label = f"{PROJECT_LABEL}={PROJECT}"
    containers = engine().containers.list(all=True, filters={"label": label})
    return "\n".join(
        f"the end of the log of {container.name}:\n{end_of_output(container)}"
        for container in containers
        if container.health != "healthy"
    )


def _check_python() -> None:
    """Check that driver and containers have the same minor version of Python, as PySpark requires."""
    own_version = "{}.{}".format(*sys.version_info)
    program = "import sys; print('{}.{}'.format(*sys.version_info))"
    master = engine().containers.get(f"{PROJECT}-{MASTER_SERVICE}-1")
    version = cast("bytes", master.exec_run(["python3", "-c", program]).output).decode().strip()
    if version != own_version:
        raise EngineError(
            f"Spark's image has Python {version}, but this environment has Python {own_version}. Set "
            f"KERRAN_BASE_IMAGE to an image with Python {own_version}, or leave SPARK={CONTAINERS} out."
        )


def _master_for_this_host() -> SparkMaster:
    """The master for a driver on this host.

    The driver and the containers communicate in the containers' network, in which this host is the gateway.

    No port is published, and no process listens on an address that other machines can reach.
    """
    network = engine().networks.get(f"{PROJECT}_default").attrs
    gateway = network["IPAM"]["Config"][0]["Gateway"]
    addresses = {container["Name"]: container["IPv4Address"] for container in network["Containers"].values()}
    master = ipaddress.ip_interface(addresses[f"{PROJECT}-{MASTER_SERVICE}-1"]).ip
    conf = {"spark.driver.host": gateway, "spark.driver.bindAddress": gateway}
    variables = {"SPARK_CONF_DIR": str(SPARK_CONF), "SPARK_LOCAL_IP": gateway}
    return SparkMaster(f"spark://{master}:7077", conf, variables)
