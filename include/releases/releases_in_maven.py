"""Every Kafka feature release since transactions came, as Maven Central lists it.

One request of Ivy returns the newest patch of each feature release. So new releases appear without a change
of this module. The dates come from the catalogue.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from include.errors import UnreachableError
from include.releases import catalogue
from include.releases.jars import broker_module
from include.releases.maven_fetch import look_up
from include.releases.versions import Version, feature_of, is_runnable, needs_zookeeper

EARLY_MINORS: dict[int, range] = {0: range(11, 12), 1: range(2)}
"""The minor versions of the majors before 2.0."""

LATER_MAJORS = range(2, 7)
"""The major versions whose minor versions are looked up. They include versions that do not exist yet."""

MAX_MINORS = 12
"""The number of minor versions that are looked up for each later major."""

RELEASE_LINE = re.compile(r"found org\.apache\.kafka#kafka_2\.1[23];(\d+(?:\.\d+)+) in ")


@dataclass(frozen=True)
class FeatureRelease:
    """A feature release with the version of its newest patch.

    ``date`` is None if the catalogue does not have it.
    """

    version: str
    date: date | None

    @property
    def feature(self) -> str:
        """Its first two numbers: ``3.9``."""
        return ".".join(map(str, feature_of(self.version)))

    @property
    def metadata(self) -> str:
        """Where brokers of this release store cluster metadata when Kerran runs them."""
        return "ZooKeeper" if needs_zookeeper(feature_of(self.version)) else "KRaft quorum"

    @property
    def is_runnable(self) -> bool:
        """Whether Kerran can run its brokers."""
        return is_runnable(feature_of(self.version))


def available_releases() -> list[FeatureRelease]:
    """All feature releases in Maven Central, the oldest first.

    Raises:
        UnreachableError: Maven Central cannot be reached.
        PlatformError: There is no Java to run Ivy with.
    """
    dates = {entry.feature: entry.date for entry in catalogue.catalogue()}
    versions = sorted({feature_of(version): version for version in RELEASE_LINE.findall(_ask())}.items())
    if not versions:
        raise UnreachableError("Kafka's releases cannot be looked up: Maven Central cannot be reached")
    return [FeatureRelease(version, dates.get(feature)) for feature, version in versions]


def _candidates() -> Iterator[Version]:
    """Every feature release that may exist."""
    for major, minors in EARLY_MINORS.items():
        yield from ((major, minor) for minor in minors)
    for major in LATER_MAJORS:
        yield from ((major, minor) for minor in range(MAX_MINORS))


def _ask() -> str:
    """The output of Ivy, which looks up the newest patch of each candidate."""
    names = {version: f"of-{version[0]}-{version[1]}" for version in _candidates()}
    confs = "".join(f'<conf name="{name}"/>' for name in names.values())
    dependencies = "".join(
        f'<dependency org="org.apache.kafka" name="{broker_module(version)}" '
        f'rev="{version[0]}.{version[1]}.+" conf="{name}->default" transitive="false"/>'
        for version, name in names.items()
    )
    module = (
        '<ivy-module version="2.0"><info organisation="kerran" module="releases"/>'
        f"<configurations>{confs}</configurations><dependencies>{dependencies}</dependencies></ivy-module>"
    )
    return look_up(module)
