"""How the job is submitted: what an operator, a benchmark and a test hand to spark-submit alike.

Nothing here imports PySpark, so that a DAG file may import it.
"""

import os
import sys
from collections.abc import Mapping
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from include.folders import CACHE, ROOT
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

ENVIRONMENT: Mapping[str, str] = {
    "SPARK_HOME": str(SPARK_HOME),
    "SPARK_LOCAL_IP": "127.0.0.1",
    "SPARK_LAUNCHER_OPTS": SHORT_LIVED,
    "PYSPARK_PYTHON": sys.executable,
    "PYTHONPATH": str(ROOT),
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))),
}
"""Added to the caller's environment. ``PATH`` puts this installation's spark-submit first."""


def command(run: AnyPath, master: str = MASTER, java_options: str = JAVA_OPTIONS) -> list[str]:
    """The command line that aggregates a run; run it with ``ENVIRONMENT`` added."""
    conf = {**CONF, "spark.driver.extraJavaOptions": java_options}
    return [
        str(Path(sys.executable).parent / "spark-submit"),
        *("--master", master, "--name", NAME, "--driver-memory", DRIVER_MEMORY),
        *(part for key, value in conf.items() for part in ("--conf", f"{key}={value}")),
        APPLICATION,
        str(run),
    ]
