"""Where a sweep measures: on this machine, at any master, or on the cluster of ``compose/spark.yaml``."""

import ipaddress
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from include.clusters.engine import EngineError
from include.clusters.labels import checkout
from include.console.compose import AIRFLOW_IMAGE, SPARK_CONF, spark_variables
from include.console.guarded import INTERRUPTS
from include.console.spark import CLUSTER, LOCAL, Spark
from include.folders import ROOT
from include.processes.identity import ProcessIdentity

PROJECT = f"kerran-spark-{checkout()}"
FILE = ROOT / "compose" / "spark.yaml"

SECONDS = 180
"""Within which Compose must have done what it is told; up takes about 15, down 3."""


@contextmanager
def measuring_on(asked: str | None, say: Callable[[str], None]) -> Iterator[Spark]:
    """What was asked for, as long as the block lasts: a master, ``cluster``, or nothing for this machine.

    Raises:
        EngineError: the cluster's containers can't be brought up.
    """
    if asked != CLUSTER:
        yield Spark(asked) if asked else LOCAL
        return
    say("Starting Spark's containers (the first time, their image is built)")
    AIRFLOW_IMAGE.built()
    variables = {**spark_variables(), "KERRAN_OWNER": _owner()}
    try:
        _compose(variables, "up", "--wait", "--no-build")
        _check_python(variables)
        yield _seen_from_here()
    finally:
        for number in INTERRUPTS:
            signal.signal(number, signal.SIG_IGN)  # being impatient must not leave half of it running
        _compose(variables, "down", "--volumes", "--timeout", "1")


def _seen_from_here() -> Spark:
    """The master, for a driver on this host, which is on the containers' network by its gateway's address.

    Nothing is published, and nothing listens on an address that other machines can reach.
    """
    network = json.loads(_output(["docker", "network", "inspect", f"{PROJECT}_default"]))[0]
    gateway = network["IPAM"]["Config"][0]["Gateway"]
    addresses = {one["Name"]: one["IPv4Address"] for one in network["Containers"].values()}
    master = ipaddress.ip_interface(addresses[f"{PROJECT}-spark-master-1"]).ip
    conf = {"spark.driver.host": gateway, "spark.driver.bindAddress": gateway}
    return Spark(f"spark://{master}:7077", conf, {"SPARK_CONF_DIR": str(SPARK_CONF)})


def _check_python(variables: Mapping[str, str]) -> None:
    """PySpark wants the same Python on both sides, up to its second number."""
    ours = "{}.{}".format(*sys.version_info)
    ask = "import sys; print('{}.{}'.format(*sys.version_info))"
    theirs = _compose(variables, "exec", "--no-TTY", "spark-master", "python3", "-c", ask).strip()
    if theirs != ours:
        raise EngineError(
            f"Spark's image has Python {theirs} and this environment {ours}; they must be the same. "
            f"Let KERRAN_BASE_IMAGE name an image with Python {ours}, or leave SPARK={CLUSTER} out."
        )


def _owner() -> str:
    myself = ProcessIdentity.of(os.getpid())
    return f"{myself.pid}@{myself.started}"


def _compose(variables: Mapping[str, str], *arguments: str) -> str:
    """Run ``docker compose`` on the cluster, out of the reach of Ctrl-C, which it would obey on its own."""
    command = ["docker", "compose", "--project-name", PROJECT, "--file", str(FILE), *arguments]
    return _output(command, {**os.environ, **variables})


def _output(command: list[str], environment: Mapping[str, str] | None = None) -> str:
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
            start_new_session=True,
        )
    except FileNotFoundError:
        raise EngineError(f"SPARK={CLUSTER} needs the command docker, with its Compose plugin") from None
    except subprocess.TimeoutExpired:
        raise EngineError(f"{' '.join(command)} took longer than {SECONDS} s") from None
    if done.returncode:
        raise EngineError(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
    return done.stdout
