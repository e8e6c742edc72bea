"""Kafka's jars, resolved from Maven Central once and kept for every clone.

Ivy does it, which PySpark brings along, so that neither Maven nor a Kafka download is needed.
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

MODULE = """\
<ivy-module version="2.0">
  <info organisation="kerran" module="{module}"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>
    <dependency org="org.apache.kafka" name="{module}" rev="{release}" conf="default->default"/>
    <!-- One binding for all releases: Kafka's own changed from log4j 1 to reload4j to log4j 2. -->
    <dependency org="org.slf4j" name="slf4j-simple" rev="1.7.36" conf="default->default"/>
    <exclude org="org.slf4j" module="slf4j-log4j12"/>
    <exclude org="org.slf4j" module="slf4j-reload4j"/>
    <exclude org="org.apache.logging.log4j" module="log4j-slf4j-impl"/>
  </dependencies>
</ivy-module>
"""


def resolve(release: str, say: Callable[[str], None] = lambda _: None) -> Path:
    """The folder of a broker's jars; ``say`` is told when they are to be fetched.

    Raises:
        ClusterError: the release isn't in Maven Central, or nothing could be fetched.
        JavaError: there is no Java to run Ivy with.
    """
    folder = folders.CACHE / "kafka" / release
    if not folder.is_dir():
        say(f"Fetching Kafka {release}'s jars (once)")
    return _resolve("kafka_2.13", release, folder)


def resolve_tools(release: str) -> Path:
    """The folder of the jars of Kafka's own tools, ProducerPerformance among them.

    Raises:
        ClusterError: the release isn't in Maven Central, or nothing could be fetched.
        JavaError: there is no Java to run Ivy with.
    """
    return _resolve("kafka-tools", release, folders.CACHE / "kafka-tools" / release)


def _resolve(module: str, release: str, folder: Path) -> Path:
    if not folder.is_dir():
        with locked(folders.CACHE / "ivy.lock"):
            # Another process may have resolved them while this one waited.
            if not folder.is_dir():
                _fetch(module, release, folder)
    return folder


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock between processes; it goes with the process, however that ends."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _fetch(module: str, release: str, folder: Path) -> None:
    """Fill the folder completely, or not at all: what is half fetched goes with the temporary folder."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folders.CACHE, prefix="resolving-") as temporary:
        work = Path(temporary)
        (work / "ivysettings.xml").write_text(SETTINGS, encoding="utf-8")
        (work / "ivy.xml").write_text(MODULE.format(module=module, release=release), encoding="utf-8")
        _run_ivy(work, module, release)
        shutil.move(work / "jars", folder)


def _run_ivy(work: Path, module: str, release: str) -> None:
    looks_off = [f"-Divy.maven.lookup.{kind}=false" for kind in ("sources", "javadoc")]
    command: list[str | Path] = [find_java().command, *looks_off, "-jar", ivy_jar()]
    command += ["-settings", work / "ivysettings.xml"]
    command += ["-ivy", work / "ivy.xml", "-cache", folders.CACHE / "ivy", "-confs", "default"]
    command += ["-retrieve", work / "jars" / "[artifact]-[revision](-[classifier]).[ext]"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=work)
    if answer.returncode:
        raise ClusterError(reason(module, release, answer.stdout + answer.stderr))


def reason(module: str, release: str, output: str) -> str:
    """What went wrong, for a user, from what Ivy printed."""
    wanted = f"org.apache.kafka:{module}:{release}"
    unreachable = [line.strip() for line in output.splitlines() if "Server access error" in line]
    if unreachable:
        return f"Kafka {release}: Maven Central can't be reached for {wanted}: {unreachable[0]}"
    if f"org.apache.kafka#{module};{release}: not found" in output:
        return f"Kafka {release} is not in Maven Central; there is no {wanted}."
    return f"Kafka {release}: {wanted} could not be resolved:\n" + "\n".join(output.splitlines()[-20:])


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
