"""The Python package with a release of librdkafka."""

from collections.abc import Callable
from pathlib import Path

from include.machine.releases.python_package import python_package

ALONE = ("--no-deps", "--only-binary", ":all:")
"""Options of pip: the package has no dependencies, and is not compiled here."""


def librdkafka_package(release: str, say: Callable[[str], None] = lambda _: None) -> Path:
    """The folder with a release of confluent-kafka; the release is fetched if the folder does not exist."""
    return python_package(f"confluent-kafka=={release}", "librdkafka", ALONE, say)
