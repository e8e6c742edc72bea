"""Kafka's jars, from Maven Central."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from include import folders
from include.clusters.ivy import retrieve

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
    asked = MODULE.format(module=module, release=release)
    return retrieve(asked, folder, partial(reason, module, release))


def reason(module: str, release: str, output: str) -> str:
    """What went wrong, for a user, from what Ivy printed."""
    wanted = f"org.apache.kafka:{module}:{release}"
    unreachable = [line.strip() for line in output.splitlines() if "Server access error" in line]
    if unreachable:
        return f"Kafka {release}: Maven Central can't be reached for {wanted}: {unreachable[0]}"
    if f"org.apache.kafka#{module};{release}: not found" in output:
        return f"Kafka {release} is not in Maven Central; there is no {wanted}."
    return f"Kafka {release}: {wanted} could not be resolved:\n" + "\n".join(output.splitlines()[-20:])
