"""Where a sweep measures: on this machine, at any master, or on the cluster of ``compose/spark.yaml``."""

import ipaddress
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import cast

from include.cli.compose import SPARK_CONF, spark_variables
from include.cli.process_cleanup import ignore_interrupts
from include.cli.spark import CLUSTER, LOCAL, Spark
from include.containers.compose_command import compose
from include.containers.container_log import end_of_output
from include.containers.engine import EngineError, engine
from include.containers.labels import PROJECT as PROJECT_LABEL
from include.containers.labels import checkout
from include.containers.leftovers import remove
from include.folders import ROOT
from include.processes.identity import ProcessIdentity
from include.processes.owner import OWNER as OWNER_VARIABLE
from include.processes.owner import mark

PROJECT = f"kerran-spark-{checkout()}"
FILE = ROOT / "compose" / "spark.yaml"
MASTER = "spark-master"

READY = 120.0
"""Seconds within which master and workers must be ready; fifteen are usual."""


@contextmanager
def measuring_on(asked: str | None, owner: ProcessIdentity, say: Callable[[str], None]) -> Iterator[Spark]:
    """What was asked for, as long as the block lasts: a master, ``cluster``, or nothing for this machine.

    Containers are marked as the owner's, by which they are found when this process can't remove them.

    Raises:
        EngineError: the cluster's containers can't be brought up.
    """
    if asked != CLUSTER:
        yield Spark(asked) if asked else LOCAL
        return
    say("Starting Spark's containers (the first time, their image is built: some minutes)")
    try:
        _start(owner)
        _check_python()
        yield _seen_from_here()
    finally:
        ignore_interrupts()
        remove(engine(), f"{PROJECT_LABEL}={PROJECT}")


def _start(owner: ProcessIdentity) -> None:
    variables = {**spark_variables(), OWNER_VARIABLE: mark(owner)}
    try:
        compose(PROJECT, [FILE], ["up", "--wait"], variables, READY)
    except EngineError as error:
        raise EngineError(f"{error}\n{_last_words()}") from None


def _last_words() -> str:
    """The end of the log of every container that isn't healthy."""
    label = f"{PROJECT_LABEL}={PROJECT}"
    containers = engine().containers.list(all=True, filters={"label": label})
    return "\n".join(
        f"the end of {one.name}'s log:\n{end_of_output(one)}" for one in containers if one.health != "healthy"
    )


def _check_python() -> None:
    """PySpark wants the same Python on both sides, up to its second number."""
    ours = "{}.{}".format(*sys.version_info)
    ask = "import sys; print('{}.{}'.format(*sys.version_info))"
    master = engine().containers.get(f"{PROJECT}-{MASTER}-1")
    theirs = cast("bytes", master.exec_run(["python3", "-c", ask]).output).decode().strip()
    if theirs != ours:
        raise EngineError(
            f"Spark's image has Python {theirs} and this environment {ours}; they must be the same. "
            f"Let KERRAN_BASE_IMAGE name an image with Python {ours}, or leave SPARK={CLUSTER} out."
        )


def _seen_from_here() -> Spark:
    """The master, for a driver on this host, which is on the containers' network by its gateway's address.

    Nothing is published, and nothing listens on an address that other machines can reach.
    """
    network = engine().networks.get(f"{PROJECT}_default").attrs
    gateway = network["IPAM"]["Config"][0]["Gateway"]
    addresses = {one["Name"]: one["IPv4Address"] for one in network["Containers"].values()}
    master = ipaddress.ip_interface(addresses[f"{PROJECT}-{MASTER}-1"]).ip
    conf = {"spark.driver.host": gateway, "spark.driver.bindAddress": gateway}
    variables = {"SPARK_CONF_DIR": str(SPARK_CONF), "SPARK_LOCAL_IP": gateway}
    return Spark(f"spark://{master}:7077", conf, variables)
