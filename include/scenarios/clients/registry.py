"""Every client, by its name, and what a level of the setting ``client`` stands for.

A level is the name of a client. The release of Kafka may follow the name of a client that has the releases of
Kafka, as in ``java-3.9.2``; without it, the newest release of the project's own catalogue is meant. The plan
contains the release, so that a later catalogue does not change a run.
"""

import re

from include.registry import Registry, did_you_mean
from include.releases.catalogue import UnknownReleaseError, catalogue, entry_of, listed, similar_versions
from include.releases.versions import Version, feature_of
from include.scenarios.clients.client import Client

CLIENTS = Registry(
    "client",
    Client,
    "include.scenarios.clients",
    [
        "librdkafka",
        "java",
    ],
)

DEFAULT_CLIENT = next(iter(CLIENTS))

FIRST_WITHOUT_OLD_BROKERS: Version = (4, 0)
"""The first release whose client refuses brokers older than ``OLDEST_BROKERS`` (KIP-896)."""

OLDEST_BROKERS: Version = (2, 1)


def client_of(level: str) -> Client:
    """Return the client that a level of the setting ``client`` stands for.

    Raises:
        UnknownNameError: There is none.
    """
    return CLIENTS[_parts(level)[0]]


def release_of(level: str) -> str | None:
    """Return the release of Kafka that a level names; None if it names none."""
    return _parts(level)[1]


def with_release(level: str) -> str:
    """Return a level with the release that it stands for: ``java-3.9.2`` for ``java-3.9``.

    Raises:
        ValueError: There is no such client.
    """
    name, release = _parts(level)
    if name not in CLIENTS or (release and not _can_be_release(name, release)):
        forms = list(map(form_of, CLIENTS))
        raise ValueError(
            f"there is no client {level!r}; choose from {', '.join(forms)}{did_you_mean(level, forms)}"
        )
    if CLIENTS[name].oldest_release is None:
        return name
    return f"{name}-{_full_release(release)}"


def form_of(name: str) -> str:
    """Return how a user writes a client: ``java or java-<release>``."""
    return name if CLIENTS[name].oldest_release is None else f"{name} or {name}-<release>"


def release_problem(level: str) -> str | None:
    """Return why the release of a client cannot be used, as a sentence; None if it can be used.

    This is asked when a run is planned. An old run is readable wherever the catalogue lacks its release.
    """
    oldest, release = client_of(level).oldest_release, release_of(level)
    if oldest is None or release is None:
        return None
    versions = [entry.version for entry in catalogue() if entry.feature >= oldest]
    if release in versions:
        return None
    similar = ", ".join(similar_versions(release, versions) or [versions[0], versions[-1]])
    return (
        f"{level} does not exist: Kafka {release} is not among the {len(versions)} releases of the catalogue "
        f"from {versions[0]} to {versions[-1]} whose clients can be used; similar: {similar}"
    )


def oldest_brokers(level: str) -> Version | None:
    """Return the oldest brokers that a client talks to; None if it talks to all that Kerran can run."""
    release = release_of(level)
    return OLDEST_BROKERS if release and feature_of(release) >= FIRST_WITHOUT_OLD_BROKERS else None


def speaks_version_2(level: str) -> bool:
    """Return whether a client can use version 2 of the transaction protocol (KIP-890)."""
    first, release = client_of(level).first_with_version_2, release_of(level)
    return bool(first and release and feature_of(release) >= first)


def _parts(level: str) -> tuple[str, str | None]:
    """Return the name of the client and the release in a level."""
    name, _, release = level.partition("-")
    return name, release or None


def _can_be_release(name: str, release: str) -> bool:
    """Return whether a text has the form of a release, whole or without its last number, of a client."""
    has_form = re.fullmatch(r"\d+\.\d+(\.\d+){0,2}", release, re.ASCII)
    return CLIENTS[name].oldest_release is not None and has_form is not None


def _full_release(release: str | None) -> str:
    """Return the version of a release; a release that no catalogue has is returned as it is."""
    if release is None:
        return max(listed(), key=lambda entry: entry.feature).version
    try:
        return entry_of(release, catalogue()).version
    except UnknownReleaseError:
        return release
