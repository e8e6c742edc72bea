"""The submission of the job: the arguments of spark-submit, and the code that is sent to executors.

This module does not import PySpark, so that a DAG file may import this module.
"""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from include.machine.folders import CACHE, IMPORT_PATH, IS_WHEEL, ROOT
from include.machine.settings import PATH
from include.machine.storage.atomic_write import put_file
from include.machine.storage.path import AnyPath


def _spark_home() -> Path:
    """The folder of PySpark, found without importing it."""
    spec = find_spec("pyspark")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("pyspark is not installed; set the project up first")
    return Path(spec.origin).parent


APPLICATION = str(ROOT / "include" / "spark_jobs" / "job" / "spark_main.py")
NAME = "kerran"
MASTER = "local[*]"
DRIVER_MEMORY = "512m"
"""The memory of the driver. It is close to Spark's minimum of 450 MB, because no row of a raw log reaches the
driver."""

SPARK_HOME = _spark_home()

ARCHIVE = CACHE / "spark" / f"{blake2b(f'{SPARK_HOME} DataFrames'.encode(), digest_size=8).hexdigest()}.jsa"
"""The class-data archive (see ``class_data_archive``) with the classes that this version of the job loads.
The archive is valid only for this installation of Spark, and its name depends on the installation's path."""

SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Options for a JVM that runs for seconds: fewer optimisations, and garbage collection by one thread."""

JAVA_OPTIONS = f"{SHORT_LIVED} -XX:SharedArchiveFile={ARCHIVE} -Xshare:auto -Xlog:disable"

CONF: Mapping[str, str] = {
    "spark.driver.extraJavaOptions": JAVA_OPTIONS,
    "spark.ui.enabled": "false",
    "spark.log.level": "WARN",
    # Over TCP on loopback each task waited for 40 ms, the longest delay of a TCP acknowledgement.
    "spark.python.unix.domain.socket.enabled": "true",
}
"""Properties for a local master. A cluster has its own properties, which Kerran does not override."""

STANDALONE: Mapping[str, str] = {
    "spark.driver.defaultJavaOptions": JAVA_OPTIONS,
    # Python measures. To optimise the JVM's little work takes half as much CPU time as the measurement.
    "spark.executor.defaultJavaOptions": SHORT_LIVED,
}
"""Properties for a standalone master. With such a master, the driver runs on this machine. Spark appends the
cluster's own Java options to the Java options that are given here."""

SUBMITTER: Mapping[str, str] = {
    "SPARK_HOME": str(SPARK_HOME),
    "SPARK_LAUNCHER_OPTS": SHORT_LIVED,
    "PATH": os.pathsep.join((str(Path(sys.executable).parent), PATH.read())),
}
"""Environment variables of spark-submit for a local or standalone master. ``PATH`` begins with the commands
of this installation."""

ENVIRONMENT: Mapping[str, str] = {
    **SUBMITTER,
    "PYTHONPATH": str(IMPORT_PATH),
    "SPARK_LOCAL_IP": "127.0.0.1",
    "PYSPARK_PYTHON": sys.executable,
}
"""Environment variables for a local master. With these variables, workers on other machines could not reach
the driver, the code and the Python of this machine."""


SUFFIXES = (".py", ".csv", ".toml")
"""The types of the files in ``include`` that the job may load."""


@dataclass(frozen=True)
class SubmitSettings:
    """Spark's properties, the environment variables of spark-submit, and the code for executors."""

    conf: dict[str, str]
    environment: dict[str, str]
    py_files: Path | None = None
    """The zip file of the code; None if executors have the code already."""


def submit_settings(master: str, conf: Mapping[str, str] | None = None) -> SubmitSettings:
    """The settings of spark-submit for a master.

    ``conf`` are the user's properties. By default, executors of a cluster use the first ``python3`` of their
    ``PATH``. The property ``spark.pyspark.python`` selects another interpreter. The interpreter needs the
    packages of ``requirements.txt``. Kerran's code is sent to the executors.
    """
    settings = dict(conf or {})
    if master.startswith("local"):
        return SubmitSettings({**CONF, **settings}, dict(ENVIRONMENT))
    # On YARN and Kubernetes, variables are set in the driver's container, where our paths do not exist.
    if master.startswith("spark:"):
        return SubmitSettings({**STANDALONE, **settings}, dict(SUBMITTER), code_archive())
    return SubmitSettings(settings, {}, code_archive())


def command(*runs: AnyPath, master: str = MASTER, conf: Mapping[str, str] | None = None) -> list[str]:
    """The command line that measures runs; it needs the environment variables of ``submit_settings``."""
    settings = submit_settings(master, conf)
    return [
        str(Path(sys.executable).parent / "spark-submit"),
        *("--master", master, "--name", NAME, "--driver-memory", DRIVER_MEMORY),
        *(part for key, value in settings.conf.items() for part in ("--conf", f"{key}={value}")),
        *(("--py-files", str(settings.py_files)) if settings.py_files else ()),
        APPLICATION,
        *map(str, runs),
    ]


def code_archive() -> Path:
    """The path of a zip file with the current code (``--py-files``). The file is written if missing."""
    files = sorted(file for file in (ROOT / "include").rglob("*") if file.suffix in SUFFIXES)
    files += [ROOT / "__init__.py"] if IS_WHEEL else []
    digest = blake2b(digest_size=8)
    for file in files:
        digest.update(str(file.relative_to(IMPORT_PATH)).encode() + b"\0" + file.read_bytes() + b"\0")
    archive = CACHE / "spark" / f"kerran-{digest.hexdigest()}.zip"
    if not archive.exists():
        _write(archive, files)
    return archive


def _write(archive: Path, files: list[Path]) -> None:
    with TemporaryDirectory() as folder:
        new_archive = Path(folder, archive.name)
        with ZipFile(new_archive, "w", ZIP_DEFLATED) as zipped:
            for file in files:
                zipped.writestr(ZipInfo(str(file.relative_to(IMPORT_PATH))), file.read_bytes())
        put_file(new_archive, archive)
