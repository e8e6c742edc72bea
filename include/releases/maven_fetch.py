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
from include.errors import PlatformError
from include.releases.java import find_java

SETTINGS = """\
<ivysettings>
  <settings defaultResolver="central"/>
  <resolvers><ibiblio name="central" m2compatible="true" useMavenMetadata="{is_open}"/></resolvers>
</ivysettings>
"""
"""A fixed release needs no look at the registry's metadata, which would cost a request a module."""


def retrieve(module: str, folder: Path, reason: Callable[[str], str]) -> Path:
    """The folder, once it holds the jars that a module asks for; ``module`` is what Ivy's ivy.xml holds.

    ``reason`` makes a sentence for a user of what Ivy printed.

    Raises:
        PlatformError: they can't be had; it says why.
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
        jars = work / "jars"
        retrieving: list[str | Path] = ["-retrieve", jars / "[artifact]-[revision](-[classifier]).[ext]"]
        answer = _run(module, work, folders.CACHE / "ivy", ["-confs", "default", *retrieving])
        if answer.returncode:
            raise PlatformError(reason(answer.stdout + answer.stderr))
        shutil.move(jars, folder)


def look_up(module: str) -> str:
    """What Ivy says when it looks for all that a module asks for, now, without fetching it.

    Raises:
        PlatformError: there is no Ivy.
        JavaError: there is no Java to run Ivy with.
    """
    with locked(folders.CACHE / "ivy.lock"), tempfile.TemporaryDirectory(dir=folders.CACHE) as temporary:
        work = Path(temporary)
        # A cache of its own: what was found some time ago isn't what there is now.
        looking: list[str | Path] = ["-confs", "*", "-types", "none"]
        return _run(module, work, work / "cache", looking, is_open=True).stdout


def _run(
    module: str, work: Path, cache: Path, options: list[str | Path], is_open: bool = False
) -> "subprocess.CompletedProcess[str]":
    """Have Ivy do what a module asks for, in a folder to work in; ``is_open``: of releases not yet known."""
    settings, asked = work / "ivysettings.xml", work / "ivy.xml"
    settings.write_text(SETTINGS.format(is_open=str(is_open).lower()), encoding="utf-8")
    asked.write_text(module, encoding="utf-8")
    looks_off = [f"-Divy.maven.lookup.{kind}=false" for kind in ("sources", "javadoc")]
    command: list[str | Path] = [find_java().command, *looks_off, "-jar", ivy_jar()]
    command += ["-settings", settings, "-ivy", asked, "-cache", cache, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=work)


def ivy_jar() -> Path:
    """Ivy's jar among PySpark's, found without the cost of importing PySpark.

    Raises:
        PlatformError: there is no PySpark, or no Ivy in it.
    """
    spark = importlib.util.find_spec("pyspark")
    places = spark.submodule_search_locations if spark else None
    jars = sorted(jar for place in places or [] for jar in Path(place).glob("jars/ivy-*.jar"))
    if not jars:
        raise PlatformError("Ivy is missing: it comes with PySpark (jars/ivy-*.jar), which is not installed.")
    return jars[-1]
