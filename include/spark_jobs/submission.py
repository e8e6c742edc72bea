"""How the job is submitted: what an operator, a benchmark and a test hand to spark-submit alike.

Nothing here imports PySpark, so that a DAG file may import it.
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
    """Where PySpark lies, found without importing it."""
    spec = find_spec("pyspark")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pyspark is not installed; set the project up first")
    return Path(spec.origin).parent


APPLICATION = str(ROOT / "include" / "spark_jobs" / "aggregate.py")
NAME = "kerran"
MASTER = "local[*]"
DRIVER_MEMORY = "512m"
"""Spark's least is 450 MB; no row of a raw log comes near the driver."""

SPARK_HOME = _spark_home()

ARCHIVE = CACHE / "spark" / f"{blake2b(str(SPARK_HOME).encode(), digest_size=8).hexdigest()}.jsa"
"""The class-data archive of this installation (see ``archive``), which its path is part of."""

SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For a JVM that lives for seconds: don't optimise what won't run for long, and collect with one thread."""

JAVA_OPTIONS = f"{SHORT_LIVED} -XX:SharedArchiveFile={ARCHIVE} -Xshare:auto -Xlog:disable"

CONF: Mapping[str, str] = {
    "spark.driver.extraJavaOptions": JAVA_OPTIONS,
    "spark.ui.enabled": "false",
    "spark.log.level": "WARN",
    # Over loopback TCP each task stood still for 40 ms, as long as an acknowledgement may be delayed.
    "spark.python.unix.domain.socket.enabled": "true",
}

SUBMITTER: Mapping[str, str] = {
    "SPARK_HOME": str(SPARK_HOME),
    "SPARK_LAUNCHER_OPTS": SHORT_LIVED,
    "PYTHONPATH": str(ROOT),
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), PATH.read())),
}
"""For whoever submits, to whatever master. ``PATH`` puts this installation's spark-submit first."""

ENVIRONMENT: Mapping[str, str] = {
    **SUBMITTER,
    "SPARK_LOCAL_IP": "127.0.0.1",
    "PYSPARK_PYTHON": sys.executable,
}
"""For a local master. Workers elsewhere could neither reach such a driver nor start such a Python."""


@dataclass(frozen=True)
class Settings:
    """What suits a master: Spark's properties, and the variables of spark-submit."""

    conf: dict[str, str]
    environment: dict[str, str]


def settings(master: str, conf: Mapping[str, str] | None = None) -> Settings:
    """What suits a master; ``conf`` is what its connection asks for beside.

    Executors of a cluster take the first ``python3`` of their own ``PATH``, unless ``conf`` names another
    (``spark.pyspark.python``).
    """
    asked = dict(conf or {})
    if master.startswith("local"):
        return Settings({**CONF, **asked}, dict(ENVIRONMENT))
    # On YARN and Kubernetes an operator's variables are those of the driver's container, where no path of
    # ours holds.
    here = dict(SUBMITTER) if master.startswith("spark:") else {}
    return Settings({**CONF, "spark.executor.extraJavaOptions": SHORT_LIVED, **asked}, here)


def command(
    run: AnyPath,
    master: str = MASTER,
    java_options: str = JAVA_OPTIONS,
    asked: Mapping[str, str] | None = None,
) -> list[str]:
    """The command line that aggregates a run; run it with the environment of ``settings`` added."""
    conf = {**settings(master, asked).conf, "spark.driver.extraJavaOptions": java_options}
    return [
        str(Path(sys.executable).parent / "spark-submit"),
        *("--master", master, "--name", NAME, "--driver-memory", DRIVER_MEMORY),
        *(part for key, value in conf.items() for part in ("--conf", f"{key}={value}")),
        APPLICATION,
        str(run),
    ]
