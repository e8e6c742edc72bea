"""Version numbers of Kafka, and the releases that Kerran can run."""

import re
from collections.abc import Collection

from include.machine.errors import PlatformError

Version = tuple[int, int]
"""The first two numbers of a release, which identify its feature release: 3 and 9 of 3.9.1."""

DEFAULT_RELEASE = "4.4.0"
"""The newest Kafka release that was tested and whose jars are complete in the registry."""

FIRST_TRANSACTIONS: Version = (0, 11)
"""The first feature release with transactions, which is also the first release that Kerran can run."""

FIRST_KRAFT: Version = (3, 3)
"""The first feature release whose brokers need no ZooKeeper in production."""

FIRST_UNSUPPORTED: Version = (5, 0)
"""The first feature release that is too new for Kerran."""


def check_release(release: str) -> str:
    """Check the form of a release, and return the release unchanged.

    Planning and the cluster check whether the release exists and can be run.

    Raises:
        ValueError: The text does not have the form of a release.
    """
    if not re.fullmatch(r"0(\.\d+){2,3}|[1-9]\d*(\.\d+){2}", release, re.ASCII):
        raise ValueError(f"{release!r} does not have the form of a release, such as {DEFAULT_RELEASE}")
    return release


def numbers_of(release: str) -> tuple[int, ...]:
    """All numbers of a release, which define the order of releases."""
    return tuple(int(number) for number in release.split("."))


def feature_of(release: str) -> Version:
    """The first two numbers of a release.

    Raises:
        PlatformError: The text is not the version of a release.
    """
    numbers = re.fullmatch(r"(\d+)\.(\d+)\.\d+(\.\d+)?", release, re.ASCII)
    if not numbers:
        raise PlatformError(f"Kafka release {release!r}: a release has three numbers, such as 4.3.1")
    return int(numbers.group(1)), int(numbers.group(2))


def is_runnable(feature: Version) -> bool:
    """Whether Kerran can run brokers of a feature release."""
    return FIRST_TRANSACTIONS <= feature < FIRST_UNSUPPORTED


def may_exist(feature: Version, known: Collection[Version]) -> bool:
    """Whether a feature release is one of those known, or newer than all of them and runnable."""
    return feature in known or (feature > max(known) and is_runnable(feature))


def check_runnable(release: str) -> None:
    """Check that Kerran can run brokers of a release.

    Raises:
        PlatformError: The text is not the version of a release, or the release is too old or too new.
    """
    if not is_runnable(feature_of(release)):
        raise PlatformError(
            f"Kafka release {release} is not supported; choose a release from 0.11.0.0 (the first with "
            "transactions) to 4.x"
        )


def needs_zookeeper(feature: Version) -> bool:
    """Whether the brokers of a feature release are run with ZooKeeper."""
    return feature < FIRST_KRAFT
