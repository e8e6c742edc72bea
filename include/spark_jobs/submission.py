"""How the job is submitted: what an operator, a benchmark and a test hand to spark-submit alike.

Nothing here imports PySpark, so that a DAG file may import it.
"""

import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from include.folders import ROOT

APPLICATION = str(ROOT / "include" / "spark_jobs" / "aggregate.py")
NAME = "kerran"
MASTER = "local[*]"
DRIVER_MEMORY = "512m"
"""Spark's least is 450 MB; no row of a raw log comes near the driver."""

JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""For a JVM that lives for seconds: don't optimise what won't run for long, and collect with one thread."""

CONF: Mapping[str, str] = {
    "spark.driver.extraJavaOptions": JAVA_OPTIONS,
    "spark.ui.enabled": "false",
    "spark.log.level": "WARN",
    "spark.python.worker.reuse": "true",
}


def _spark_home() -> str:
    """Where PySpark lies, found without importing it."""
    spec = find_spec("pyspark")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pyspark is not installed; set the project up first")
    return str(Path(spec.origin).parent)


ENVIRONMENT: Mapping[str, str] = {
    "SPARK_HOME": _spark_home(),
    "SPARK_LOCAL_IP": "127.0.0.1",
    "SPARK_LAUNCHER_OPTS": JAVA_OPTIONS,
    "PYSPARK_PYTHON": sys.executable,
    "PYTHONPATH": str(ROOT),
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath))),
}
"""Added to the caller's environment. ``PATH`` puts spark-submit and the job's Python first."""


def command(run: Path, master: str = MASTER) -> list[str]:
    """The command line that aggregates a run; run it with ``ENVIRONMENT`` added."""
    conf = [part for key, value in CONF.items() for part in ("--conf", f"{key}={value}")]
    spark_submit = str(Path(sys.executable).parent / "spark-submit")
    return [
        *(spark_submit, "--master", master, "--name", NAME, "--driver-memory", DRIVER_MEMORY),
        *conf,
        APPLICATION,
        str(run),
    ]
