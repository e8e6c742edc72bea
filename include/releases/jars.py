"""Kafka's jars, from Maven Central."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from include import folders
from include.clusters.embedded.kraft_or_zookeeper import version_of
from include.releases.catalogue import Version, catalogue
from include.releases.maven_fetch import retrieve

MODULE = """\
<ivy-module version="2.0">
  <info organisation="kerran" module="{module}"/>
  <configurations><conf name="default"/></configurations>
  <dependencies>
    <dependency org="org.apache.kafka" name="{module}" rev="{release}" conf="default->default"/>
    <!-- One binding for all releases: Kafka's own changed from log4j 1 to reload4j to log4j 2. -->
    <dependency org="org.slf4j" name="slf4j-simple" rev="1.7.36" conf="default->default"/>
    {added}
    <exclude org="org.slf4j" module="slf4j-log4j12"/>
    <exclude org="org.slf4j" module="slf4j-reload4j"/>
    <exclude org="org.apache.logging.log4j" module="log4j-slf4j-impl"/>
    {replaced}
  </dependencies>
</ivy-module>
"""


SCALA_2_13 = (2, 4)
"""The first release that is built for Scala 2.13; those before are built for 2.12."""

JAXB = '<dependency org="javax.xml.bind" name="jaxb-api" rev="2.3.1" conf="default->default"/>'
"""What Java had of its own until 10, and brokers up to 1.0 take for granted."""

ZOOKEEPER = '<override org="org.apache.zookeeper" module="zookeeper" rev="3.4.12"/>'
"""3.4.13 and 3.4.14 can't tell an address from Java 14 on; this one can."""

MISSING = re.compile(r":: (org\S+): not found")


@dataclass(frozen=True)
class Repairs:
    """What a release's class path needs to run on today's Java, as Ivy takes it."""

    added: str = ""
    replaced: str = ""


NO_REPAIRS = Repairs()


def repairs(version: Version) -> Repairs:
    """The repairs of a release."""
    if version <= (1, 0):
        return Repairs(added=JAXB)
    return Repairs(replaced=ZOOKEEPER) if (2, 0) <= version <= (2, 3) else Repairs()


def resolve(release: str, say: Callable[[str], None] = lambda _: None) -> Path:
    """The folder of a broker's jars; ``say`` is told when they are to be fetched.

    Raises:
        PlatformError: the release isn't in Maven Central, or nothing could be fetched.
        JavaError: there is no Java to run Ivy with.
    """
    folder = folders.CACHE / "kafka" / release
    if not folder.is_dir():
        say(f"Fetching Kafka {release}'s jars (once)")
    version = version_of(release)
    return _resolve(module_of(version), release, folder, repairs(version))


def module_of(version: Version) -> str:
    """What the registry calls the broker of a release."""
    return "kafka_2.13" if version >= SCALA_2_13 else "kafka_2.12"


def near(release: str) -> str:
    """``; near it: …``, the releases of the catalogue that are like it; nothing where none is."""
    versions = [entry.version for entry in catalogue()]
    alike = get_close_matches(release, versions, n=3, cutoff=0.5)
    return f"; near it: {', '.join(alike)}" if alike else ""


def resolve_tools(release: str) -> Path:
    """The folder of the jars of Kafka's own tools, ProducerPerformance among them.

    Raises:
        PlatformError: the release isn't in Maven Central, or nothing could be fetched.
        JavaError: there is no Java to run Ivy with.
    """
    return _resolve("kafka-tools", release, folders.CACHE / "kafka-tools" / release)


def _resolve(module: str, release: str, folder: Path, repairs: Repairs = NO_REPAIRS) -> Path:
    asked = MODULE.format(module=module, release=release, added=repairs.added, replaced=repairs.replaced)
    return retrieve(asked, folder, partial(reason, module, release))


def reason(module: str, release: str, output: str) -> str:
    """What went wrong, for a user, from what Ivy printed."""
    wanted = f"org.apache.kafka:{module}:{release}"
    unreachable = [line.strip() for line in output.splitlines() if "Server access error" in line]
    if unreachable:
        return f"Kafka {release}: Maven Central can't be reached for {wanted}: {unreachable[0]}"
    if f"org.apache.kafka#{module};{release}: not found" in output:
        return f"Kafka {release} is not in Maven Central; there is no {wanted}{near(release)}."
    if missing := MISSING.findall(output):
        return (
            f"Kafka {release} is not complete in Maven Central: there is no {', '.join(sorted(set(missing)))}"
        )
    return f"Kafka {release}: {wanted} could not be resolved:\n" + "\n".join(output.splitlines()[-20:])
