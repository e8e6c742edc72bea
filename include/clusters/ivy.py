"""Jars and what they need, from Maven Central, fetched once and kept for every clone.

By Ivy, which PySpark brings along, so that neither Maven nor a download by hand is needed.
"""

import fcntl
import importlib.util
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from include import folders
from include.clusters.cluster import ClusterError
from include.clusters.java import find_java

SETTINGS = """\
<ivysettings>
  <settings defaultResolver="central"/>
  <!-- A fixed release needs no look at the registry's metadata, which would cost a request a module. -->
  <resolvers><ibiblio name="central" m2compatible="true" useMavenMetadata="false"/></resolvers>
</ivysettings>
"""


def retrieve(module: str, folder: Path, reason: Callable[[str], str]) -> Path:
    """The folder, once it holds the jars that a module asks for; ``module`` is what Ivy's ivy.xml holds.

    ``reason`` makes a sentence for a user of what Ivy printed.

    Raises:
        ClusterError: they can't be had; it says why.
        JavaError: there is no Java to run Ivy with.
    """
    if not folder.is_dir():
        with locked(folders.CACHE / "ivy.lock"):
            # Another process may have fetched them while this one waited.
            if not folder.is_dir():
                _fetch(module, folder, reason)
    return folder


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock between processes; it goes with the process, however that ends."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _fetch(module: str, folder: Path, reason: Callable[[str], str]) -> None:
    """Fill the folder completely, or not at all: what is half fetched goes with the temporary folder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folders.CACHE, prefix="resolving-") as temporary:
        work = Path(temporary)
        (work / "ivysettings.xml").write_text(SETTINGS, encoding="utf-8")
        (work / "ivy.xml").write_text(module, encoding="utf-8")
        retrieving: list[str | Path] = [
            "-retrieve",
            work / "jars" / "[artifact]-[revision](-[classifier]).[ext]",
        ]
        command = ivy_command(work, folders.CACHE / "ivy", "default", retrieving)
        answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=work)
        if answer.returncode:
            raise ClusterError(reason(answer.stdout + answer.stderr))
        shutil.move(work / "jars", folder)


def ivy_command(work: Path, cache: Path, confs: str, more: list[str | Path]) -> list[str | Path]:
    """The command line that has Ivy do what ``ivy.xml`` in a folder asks for."""
    looks_off = [f"-Divy.maven.lookup.{kind}=false" for kind in ("sources", "javadoc")]
    command: list[str | Path] = [find_java().command, *looks_off, "-jar", ivy_jar()]
    command += ["-settings", work / "ivysettings.xml", "-ivy", work / "ivy.xml"]
    return [*command, "-cache", cache, "-confs", confs, *more]


def ivy_jar() -> Path:
    """Ivy's jar among PySpark's, found without the cost of importing PySpark.

    Raises:
        ClusterError: there is no PySpark, or no Ivy in it.
    """
    spark = importlib.util.find_spec("pyspark")
    places = spark.submodule_search_locations if spark else None
    jars = sorted(jar for place in places or [] for jar in Path(place).glob("jars/ivy-*.jar"))
    if not jars:
        raise ClusterError("Ivy is missing: it comes with PySpark (jars/ivy-*.jar), which is not installed.")
    return jars[-1]
