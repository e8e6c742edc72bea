"""Every Kafka feature release with transactions, as Maven Central lists it.

One call of Ivy finds the newest patch of each feature release. So new releases appear without a change of
this module.
"""

import re
from collections.abc import Iterator

from include.machine.errors import UnreachableError
from include.machine.releases.jars import broker_module
from include.machine.releases.maven_fetch import look_up
from include.machine.releases.versions import Version, feature_of

EARLY_MINORS: dict[int, range] = {0: range(11, 12), 1: range(2)}
"""The minor versions that are looked up, for each major version below 2."""

LATER_MAJORS = range(2, 7)
"""The major versions whose minor versions are looked up. They include versions that do not exist yet."""

MAX_MINORS = 12
"""The number of minor versions (from 0) that are looked up for each of ``LATER_MAJORS``."""

RELEASE_LINE = re.compile(r"found org\.apache\.kafka#kafka_2\.1[23];(\d+(?:\.\d+)+) in ")


def available_releases() -> list[str]:
    """The newest patch of each feature release in Maven Central, the oldest first.

    Raises:
        UnreachableError: Maven Central cannot be reached.
        PlatformError: There is no Java to run Ivy with.
    """
    versions = sorted(set(RELEASE_LINE.findall(_ask())), key=feature_of)
    if not versions:
        raise UnreachableError("Kafka's releases cannot be looked up: Maven Central cannot be reached")
    return versions


def _candidates() -> Iterator[Version]:
    """Yield the version of every feature release to look up, whether the release exists or not."""
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
