"""Every client, by its name, and the choices of the setting ``client``.

A choice is written as the name of a client. The release of Kafka may follow the name of a client that has the
releases of Kafka, as in ``java-3.9.2``; without it, the newest release of the project's own catalogue is
meant. The plan contains the release, so that a later catalogue does not change a run.
"""

import re
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer

from include.load_runtime.client_choice import ClientChoice
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

FIRST_WITHOUT_OLD_BROKERS: Version = (4, 0)
"""The first release whose client refuses brokers older than ``OLDEST_BROKERS`` (KIP-896)."""

OLDEST_BROKERS: Version = (2, 1)


def client_of(choice: ClientChoice) -> Client:
    """The record of a client."""
    return CLIENTS[choice.name]


def chosen(level: object) -> ClientChoice:
    """The choice that a level of the setting ``client`` stands for: ``java-3.9.2`` for ``java-3.9``.

    Raises:
        ValueError: There is no such client.
    """
    choice = level if isinstance(level, ClientChoice) else ClientChoice.parse(str(level))
    if choice.name not in CLIENTS or (choice.release and not _can_be_release(choice.name, choice.release)):
        text, forms = str(level), list(map(form_of, CLIENTS))
        raise ValueError(
            f"there is no client {text!r}; choose from {', '.join(forms)}{did_you_mean(text, forms)}"
        )
    if client_of(choice).oldest_release is None:
        return ClientChoice(choice.name)
    return ClientChoice(choice.name, _full_release(choice.release))


ClientLevel = Annotated[ClientChoice, BeforeValidator(chosen), PlainSerializer(str)]
"""The setting ``client``, which plans and manifests contain as a text."""


def form_of(name: str) -> str:
    """How a user writes a client: ``java or java-<release>``."""
    return name if CLIENTS[name].oldest_release is None else f"{name} or {name}-<release>"


def release_problem(choice: ClientChoice) -> str | None:
    """Why the release of a client cannot be used, as a sentence; None if it can be used.

    This is asked when a run is planned. An old run is readable wherever the catalogue lacks its release.
    """
    oldest, release = client_of(choice).oldest_release, choice.release
    if oldest is None or release is None:
        return None
    versions = [entry.version for entry in catalogue() if entry.feature >= oldest]
    if release in versions:
        return None
    similar = ", ".join(similar_versions(release, versions) or [versions[0], versions[-1]])
    return (
        f"{choice} does not exist: Kafka {release} is not among the {len(versions)} releases of the "
        f"catalogue from {versions[0]} to {versions[-1]} whose clients can be used; similar: {similar}"
    )


def oldest_brokers(choice: ClientChoice) -> Version | None:
    """The oldest release of brokers that a client supports; None if it supports all that Kerran can run."""
    release = choice.release
    return OLDEST_BROKERS if release and feature_of(release) >= FIRST_WITHOUT_OLD_BROKERS else None


def speaks_version_2(choice: ClientChoice) -> bool:
    """Whether a client can use version 2 of the transaction protocol (KIP-890)."""
    first, release = client_of(choice).first_with_version_2, choice.release
    return bool(first and release and feature_of(release) >= first)


def _can_be_release(name: str, release: str) -> bool:
    """Whether a text has the form of a release, whole or without its last number, of a client."""
    has_form = re.fullmatch(r"\d+\.\d+(\.\d+){0,2}", release, re.ASCII)
    return CLIENTS[name].oldest_release is not None and has_form is not None


def _full_release(release: str | None) -> str:
    """The version of a release; a release that no catalogue has is returned as it is."""
    if release is None:
        return max(listed(), key=lambda entry: entry.feature).version
    try:
        return entry_of(release, catalogue()).version
    except UnknownReleaseError:
        return release
