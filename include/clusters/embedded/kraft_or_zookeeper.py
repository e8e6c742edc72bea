"""What differs between the ages of Kafka: how a cluster is configured, formatted, and started."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from include.clusters.embedded.jvm_process import Layout, Node
from include.clusters.embedded.kraft import KRaft
from include.clusters.embedded.zookeeper import ZooKeeper
from include.errors import PlatformError
from include.releases.catalogue import Version


class Generation(Protocol):
    """Releases that are run in one way."""

    def settings(self, brokers: int) -> Mapping[str, str]:
        """The settings that all brokers share, for the record."""
        ...

    def prepare(self, layout: Layout) -> list[Node]:
        """Write configuration and storage; the processes to start, in order, brokers among them.

        Raises:
            PlatformError: the storage can't be formatted.
        """
        ...


@dataclass(frozen=True)
class Range:
    """Releases from the first up to, not including, the last."""

    first: Version
    end: Version
    generation: Generation


KRAFT = (3, 3)
"""The first release whose brokers need no ZooKeeper in production."""

RANGES = [Range((0, 11), KRAFT, ZooKeeper()), Range(KRAFT, (5, 0), KRaft())]


def generation_of(release: str) -> Generation:
    """How this release is run.

    Raises:
        PlatformError: it is no release's name, or older or newer than those that can be run.
    """
    generation = _generation(version_of(release))
    if generation is None:
        raise PlatformError(
            f"Kafka release {release} can't be run: 0.11.0.0, the first with transactions, to 4.x can"
        )
    return generation


def is_runnable(version: Version) -> bool:
    """Whether some generation runs a release of these first two numbers."""
    return _generation(version) is not None


def _generation(version: Version) -> Generation | None:
    return next((one.generation for one in RANGES if one.first <= version < one.end), None)


def version_of(release: str) -> Version:
    """A release's first two numbers.

    Raises:
        PlatformError: it is no release's name.
    """
    numbers = re.fullmatch(r"(\d+)\.(\d+)\.\d+(\.\d+)?", release)
    if not numbers:
        raise PlatformError(f"Kafka release {release!r}: a release is three numbers, such as 4.3.1")
    return int(numbers.group(1)), int(numbers.group(2))
