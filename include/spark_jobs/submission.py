"""How the job is submitted: the arguments of spark-submit for Airflow's operator, for benchmarks and tests.

Nothing here imports PySpark, so that a DAG file may import this module.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from include.folders import CACHE, ROOT
from include.settings import PATH
from include.storage.path import AnyPath


def _spark_home() -> Path:
    """The folder of PySpark, found without importing it."""
    spec = find_spec("pyspark")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pyspark is not installed; set the project up first")
    return Path(spec.origin).parent


APPLICATION = str(ROOT / "include" / "spark_jobs" / "aggregate.py")
NAME = "kerran"
MASTER = "local[*]"
DRIVER_MEMORY = "512m"
"""The minimum of Spark is 450 MB; no row of a raw log reaches the driver."""

SPARK_HOME = _spark_home()

ARCHIVE = CACHE / "spark" / f"{blake2b(str(SPARK_HOME).encode(), digest_size=8).hexdigest()}.jsa"
"""The class-data archive (see ``archive``) of this installation of Spark, whose path is part of it."""

SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For a JVM that runs for seconds: fewer optimisations, and garbage collection by one thread."""

JAVA_OPTIONS = f"{SHORT_LIVED} -XX:SharedArchiveFile={ARCHIVE} -Xshare:auto -Xlog:disable"

CONF: Mapping[str, str] = {
    "spark.driver.extraJavaOptions": JAVA_OPTIONS,
    "spark.ui.enabled": "false",
    "spark.log.level": "WARN",
    # Over TCP on loopback each task waited for 40 ms, the longest delay of a TCP acknowledgement.
    "spark.python.unix.domain.socket.enabled": "true",
}

SUBMITTER: Mapping[str, str] = {
    "SPARK_HOME": str(SPARK_HOME),
    "SPARK_LAUNCHER_OPTS": SHORT_LIVED,
    "PYTHONPATH": str(ROOT),
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), PATH.read())),
}
"""Environment variables of spark-submit for every master. ``PATH`` puts this installation's command first."""

ENVIRONMENT: Mapping[str, str] = {
    **SUBMITTER,
    "SPARK_LOCAL_IP": "127.0.0.1",
    "PYSPARK_PYTHON": sys.executable,
}
"""Environment variables for a local master. Other workers could not reach this driver or this Python."""


@dataclass(frozen=True)
class SubmitSettings:
    """Spark's properties and the environment variables of spark-submit for a master."""

    conf: dict[str, str]
    environment: dict[str, str]


def submit_settings(master: str, conf: Mapping[str, str] | None = None) -> SubmitSettings:
    """The settings for a master; ``conf`` are further properties, which override these.

    Executors of a cluster take the first ``python3`` of their own ``PATH``, unless ``conf`` names another
    (``spark.pyspark.python``).
    """
    asked = dict(conf or {})
    if master.startswith("local"):
        return SubmitSettings({**CONF, **asked}, dict(ENVIRONMENT))
    # On YARN and Kubernetes these variables are set in the driver's container, where our paths do not exist.
    here = dict(SUBMITTER) if master.startswith("spark:") else {}
    return SubmitSettings({**CONF, "spark.executor.extraJavaOptions": SHORT_LIVED, **asked}, here)


def command(
    run: AnyPath,
    master: str = MASTER,
    java_options: str = JAVA_OPTIONS,
    asked: Mapping[str, str] | None = None,
) -> list[str]:
    """The command line that aggregates a run; it needs the environment variables of ``submit_settings``."""
    conf = {**submit_settings(master, asked).conf, "spark.driver.extraJavaOptions": java_options}
    return [
        str(Path(sys.executable).parent / "spark-submit"),
        *("--master", master, "--name", NAME, "--driver-memory", DRIVER_MEMORY),
        *(part for key, value in conf.items() for part in ("--conf", f"{key}={value}")),
        APPLICATION,
        str(run),
    ]
