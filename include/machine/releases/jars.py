"""Kafka's jars, from Maven Central."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError, UnreachableError
from include.machine.releases.kafka_catalogue import catalogue, similar_versions
from include.machine.releases.maven_fetch import dependency, ivy_module, retrieve
from include.machine.releases.versions import Version, feature_of

# One binding for all releases: Kafka's own changed from log4j 1 to reload4j to log4j 2.
BINDING = (
    dependency("org.slf4j", "slf4j-simple", "1.7.36"),
    '<exclude org="org.slf4j" module="slf4j-log4j12"/>',
    '<exclude org="org.slf4j" module="slf4j-reload4j"/>',
    '<exclude org="org.apache.logging.log4j" module="log4j-slf4j-impl"/>',
)

FIRST_SCALA_2_13: Version = (2, 4)
"""The first feature release that is built for Scala 2.13. Earlier releases are built for Scala 2.12."""

JAXB = dependency("javax.xml.bind", "jaxb-api", "2.3.1")
"""The dependency on JAXB for releases up to 1.0. JAXB was a part of Java until Java 10."""

ZOOKEEPER = '<override org="org.apache.zookeeper" module="zookeeper" rev="3.4.12"/>'
"""The version of ZooKeeper for releases from 2.0 to 2.3. It replaces ZooKeeper 3.4.13 and 3.4.14, which
cannot resolve an address with Java 14 and later."""

MISSING = re.compile(r":: (org\S+): not found")

OUTPUT_LINES = 20
"""The number of lines that an error message quotes from the end of Ivy's output."""


class MissingReleaseError(PlatformError):
    """Maven Central does not have a release of Kafka, or lacks some of its modules."""

    def __init__(self, release: str, message: str) -> None:
        super().__init__(message)
        self.release = release


def broker_jars(release: str, say: Callable[[str], None] = lambda _: None) -> Path:
    """The folder with the jars of a broker, fetched if necessary. ``say`` announces the download."""
    folder = folders.CACHE / "kafka" / release
    if not folder.is_dir():
        say(f"Fetching Kafka {release}'s jars (once)")
    feature = feature_of(release)
    module = broker_module(feature)
    added = [JAXB] if feature <= (1, 0) else []
    replaced = [ZOOKEEPER] if (2, 0) <= feature <= (2, 3) else []
    broker = dependency("org.apache.kafka", module, release)
    modules = ivy_module(module, broker, *added, *BINDING, *replaced)
    return retrieve(modules, folder, partial(failure, module, release))


def broker_module(feature: Version) -> str:
    """The name of the broker's module in Maven Central."""
    return "kafka_2.13" if feature >= FIRST_SCALA_2_13 else "kafka_2.12"


def failure(module: str, release: str, output: str) -> PlatformError:
    """The error that says why a module could not be fetched, given the output of Ivy."""
    jar = f"org.apache.kafka:{module}:{release}"
    unreachable = [line.strip() for line in output.splitlines() if "Server access error" in line]
    if unreachable:
        return UnreachableError(
            f"Kafka {release}: Maven Central cannot be reached for {jar}: {unreachable[0]}"
        )
    if f"org.apache.kafka#{module};{release}: not found" in output:
        text = f"Kafka {release} is not in Maven Central; there is no {jar}; {_existing(release)}."
        return MissingReleaseError(release, text)
    if missing := MISSING.findall(output):
        modules = ", ".join(sorted(set(missing)))
        text = f"Kafka {release} is not complete in Maven Central: there is no {modules}"
        return MissingReleaseError(release, text)
    end = "\n".join(output.splitlines()[-OUTPUT_LINES:])
    return PlatformError(f"Kafka {release}: {jar} could not be resolved:\n{end}")


def _existing(release: str) -> str:
    """The existing releases that resemble this release, or the command that lists all releases."""
    similar = similar_versions(release, (entry.version for entry in catalogue()))
    return f"similar: {', '.join(similar)}" if similar else "`kerran releases` lists the feature releases"
