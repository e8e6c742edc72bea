"""Fetch jars and their dependencies from Maven Central, once for all checkouts of this user.

PySpark contains Ivy, which fetches the jars. So neither Maven nor a manual download is needed.
"""

import importlib.util
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases.installed_java import find_java
from include.machine.releases.made_once import locked, made_once

SETTINGS = """\
<ivysettings>
  <settings defaultResolver="central"/>
  <resolvers><ibiblio name="central" m2compatible="true" useMavenMetadata="{uses_metadata}"/></resolvers>
</ivysettings>
"""
"""Ivy's settings. Ivy needs the registry's metadata only for version patterns such as ``3.9.+``. For fixed
versions, Ivy does not request the metadata."""


MODULE = """\
<ivy-module version="2.0">
  <info organisation="kerran" module="{name}"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>
    {dependencies}
  </dependencies>
</ivy-module>
"""


def ivy_module(name: str, *dependencies: str) -> str:
    """The content of an ``ivy.xml`` with these elements: dependencies, exclusions and overrides."""
    return MODULE.format(name=name, dependencies="\n    ".join(dependencies))


def dependency(group: str, name: str, version: str, *, transitive: bool = True) -> str:
    """An element of an ``ivy.xml``: a jar with its own dependencies, or the jar alone."""
    alone = "" if transitive else ' transitive="false"'
    return f'<dependency org="{group}" name="{name}" rev="{version}" conf="default->default"{alone}/>'


def retrieve(module: str, folder: Path, failure: Callable[[str], PlatformError]) -> Path:
    """The folder with the jars of a module; the jars are fetched if the folder does not exist.

    Args:
        module: The content of an ``ivy.xml`` that names the dependencies.
        folder: The folder for the jars; it is created only after all jars were fetched.
        failure: A function that turns the output of Ivy into the error to raise.
    """
    return made_once(folder, folders.CACHE / "ivy.lock", partial(_fetch, module, failure))


def _fetch(module: str, failure: Callable[[str], PlatformError], folder: Path) -> Path:
    """Fetch all jars into a subfolder of ``folder``, and return the subfolder."""
    jars = folder / "jars"
    retrieving: list[str | Path] = ["-retrieve", jars / "[artifact]-[revision](-[classifier]).[ext]"]
    answer = _run(module, folder, folders.CACHE / "ivy", ["-confs", "default", *retrieving])
    if answer.returncode:
        raise failure(answer.stdout + answer.stderr)
    return jars


def look_up(module: str) -> str:
    """The output of Ivy when it resolves the dependencies of a module anew, without fetching them."""
    with locked(folders.CACHE / "ivy.lock"), tempfile.TemporaryDirectory(dir=folders.CACHE) as temporary:
        work = Path(temporary)
        # A separate cache is used: an earlier result may be out of date.
        resolving: list[str | Path] = ["-confs", "*", "-types", "none"]
        return _run(module, work, work / "cache", resolving, uses_metadata=True).stdout


def _run(
    module: str, work: Path, cache: Path, options: list[str | Path], uses_metadata: bool = False
) -> "subprocess.CompletedProcess[str]":
    """Run Ivy in the folder ``work``. With ``uses_metadata``, versions may be patterns such as ``3.9.+``."""
    settings, ivy_file = work / "ivysettings.xml", work / "ivy.xml"
    settings.write_text(SETTINGS.format(uses_metadata=str(uses_metadata).lower()), encoding="utf-8")
    ivy_file.write_text(module, encoding="utf-8")
    no_extras = [f"-Divy.maven.lookup.{kind}=false" for kind in ("sources", "javadoc")]
    command: list[str | Path] = [find_java().command, *no_extras, "-jar", ivy_jar()]
    command += ["-settings", settings, "-ivy", ivy_file, "-cache", cache, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=work)


def ivy_jar() -> Path:
    """The jar of Ivy in the folder of PySpark. This folder is found without importing PySpark.

    Raises:
        PlatformError: PySpark is not installed, or contains no Ivy.
    """
    spark = importlib.util.find_spec("pyspark")
    places = spark.submodule_search_locations if spark else None
    jars = sorted(jar for place in places or [] for jar in Path(place).glob("jars/ivy-*.jar"))
    if not jars:
        raise PlatformError("Ivy is missing: install PySpark, which contains it (jars/ivy-*.jar).")
    return jars[-1]
