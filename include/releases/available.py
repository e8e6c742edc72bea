"""Every Kafka feature release since transactions came, as the registry has them.

One question to the registry's metadata, by Ivy, tells the newest patch of each; so a new release is found
without a change here. When a feature was released is a fact of history that the catalogue keeps; for those
that it doesn't have yet, it is unknown.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from include.clusters.embedded.kraft_or_zookeeper import KRAFT, is_runnable, version_of
from include.errors import PlatformError
from include.releases import catalogue
from include.releases.catalogue import Version
from include.releases.jars import module_of
from include.releases.maven_fetch import look_up

FIRST_MAJORS: dict[int, range] = {0: range(11, 12), 1: range(2)}
"""The features of what came before 2.0; of later majors, those that may come are looked for too."""

LATER_MAJORS = range(2, 7)
MOST_MINORS = 12

FOUND = re.compile(r"found org\.apache\.kafka#kafka_2\.1[23];(\d+(?:\.\d+)+) in ")


@dataclass(frozen=True)
class Release:
    """A feature release by its newest patch; ``date`` is the feature's, None where the catalogue has none."""

    version: str
    date: date | None

    @property
    def feature(self) -> str:
        """Its first numbers, such as 3.9."""
        return ".".join(map(str, version_of(self.version)))

    @property
    def metadata(self) -> str:
        """Where its brokers keep their metadata, as this project runs them."""
        return "ZooKeeper" if version_of(self.version) < KRAFT else "a quorum of their own"

    @property
    def is_runnable(self) -> bool:
        """Whether its brokers can be run."""
        return is_runnable(version_of(self.version))


def releases() -> list[Release]:
    """All of them, the oldest first.

    Raises:
        PlatformError: the registry can't be reached.
        JavaError: there is no Java to run Ivy with.
    """
    dates = {entry.feature: entry.date for entry in catalogue.catalogue()}
    found = sorted({version_of(version): version for version in FOUND.findall(_ask())}.items())
    if not found:
        raise PlatformError("Kafka's releases can't be looked up: the registry can't be reached")
    return [Release(version, dates.get(feature)) for feature, version in found]


def _candidates() -> Iterator[Version]:
    """Every feature that there may be."""
    for major, minors in FIRST_MAJORS.items():
        yield from ((major, minor) for minor in minors)
    for major in LATER_MAJORS:
        yield from ((major, minor) for minor in range(MOST_MINORS))


def _ask() -> str:
    """What Ivy says when asked for the newest patch of each candidate; of those that aren't there, too."""
    names = {version: f"of-{version[0]}-{version[1]}" for version in _candidates()}
    confs = "".join(f'<conf name="{name}"/>' for name in names.values())
    asked = "".join(
        f'<dependency org="org.apache.kafka" name="{module_of(version)}" rev="{version[0]}.{version[1]}.+" '
        f'conf="{name}->default" transitive="false"/>'
        for version, name in names.items()
    )
    module = (
        '<ivy-module version="2.0"><info organisation="kerran" module="releases"/>'
        f"<configurations>{confs}</configurations><dependencies>{asked}</dependencies></ivy-module>"
    )
    return look_up(module)
