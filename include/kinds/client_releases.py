"""Every client, by its name, and the choices of the setting ``client``.

A choice is the name of a client, optionally with a release: ``java-3.9.2``, ``librdkafka-2.4.0``. Without a
release, ``java`` is the newest Kafka release in the project's list, and ``librdkafka`` the installed release.
The plan contains the release, so that a later catalogue does not change a run.
"""

import re
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer

from include.kinds.client import Client
from include.kinds.registry import Registry, did_you_mean
from include.load.client_choice import ClientChoice
from include.machine.releases.kafka_catalogue import similar_versions
from include.machine.releases.versions import Version, feature_of, may_exist

CLIENTS = Registry(
    "client",
    Client,
    "include.clients.{}.client",
    [
        "librdkafka",
        "java",
    ],
)

OLDEST_BROKERS: Version = (2, 1)
"""The oldest brokers that clients support since KIP-896."""


def client_of(choice: ClientChoice) -> Client:
    """The record of a client."""
    return CLIENTS[choice.name]


def chosen(level: object) -> ClientChoice:
    """The client that a level of the setting ``client`` means; for example, ``java-3.9`` means Java 3.9.2.

    Raises:
        ValueError: There is no such client, or the first two numbers are those of none of its releases.
    """
    choice = level if isinstance(level, ClientChoice) else ClientChoice.parse(str(level))
    if choice.name not in CLIENTS or (choice.release and not _can_be_release(choice.name, choice.release)):
        text = str(level)
        forms = [
            f"{name} or {name}-<release>" if client.releases() else name for name, client in CLIENTS.items()
        ]
        raise ValueError(
            f"there is no client {text!r}; choose from {', '.join(forms)}{did_you_mean(text, forms)}"
        )
    client = client_of(choice)
    if not choice.release:
        return ClientChoice(choice.name, client.default_release())
    release = _full_release(choice.release, client.releases())
    full_choice = ClientChoice(choice.name, release)
    if release.count(".") == 1 and (problem := release_problem(full_choice)):
        raise ValueError(problem)
    return full_choice


ClientLevel = Annotated[ClientChoice, BeforeValidator(chosen), PlainSerializer(str)]
"""The setting ``client``, which plans and manifests contain as a text."""


def release_problem(choice: ClientChoice) -> str | None:
    """Why the release of a client cannot be used, as a sentence; None if it can be used.

    Only planning calls this function, so that an old run can be read even if its client's release is unknown.
    """
    client, release = client_of(choice), choice.release
    releases = client.releases()
    if release is None or release in releases:
        return None
    if client.has_unlisted_releases and _may_exist(release, releases):
        return None
    similar = ", ".join(similar_versions(release, releases) or [releases[0], releases[-1]])
    return (
        f"{choice} does not exist: {release} is not among the {len(releases)} releases of {client.library} "
        f"from {releases[0]} to {releases[-1]} that can be used; similar: {similar}"
    )


def oldest_brokers(choice: ClientChoice) -> Version | None:
    """The oldest release of brokers that a client supports; None if it supports all that Kerran can run."""
    return OLDEST_BROKERS if _is_at_least(choice, client_of(choice).first_without_old_brokers) else None


def speaks_version_2(choice: ClientChoice) -> bool:
    """Whether a client can use version 2 of the transaction protocol (KIP-890)."""
    return _is_at_least(choice, client_of(choice).first_with_version_2)


def has_consumer_protocol(choice: ClientChoice) -> bool:
    """Whether a client supports the consumer protocol (KIP-848); the installed librdkafka supports it."""
    return choice.release is None or _is_at_least(choice, client_of(choice).first_with_consumer_protocol)


def has_share_groups(choice: ClientChoice) -> bool:
    """Whether a client has a share consumer (KIP-932) that Kerran uses; the installed librdkafka has it."""
    client = client_of(choice)
    if client.share_member is None:
        return False
    return choice.release is None or _is_at_least(choice, client.first_with_share_groups)


def has_renewals(choice: ClientChoice) -> bool:
    """Whether the member of a share group can renew the locks of what it holds (KIP-1222) with a client."""
    return _is_at_least(choice, client_of(choice).first_with_renewals)


def _may_exist(release: str, releases: list[str]) -> bool:
    """Whether a complete release of Kafka is a patch of one of ``releases``, or newer than all of them."""
    is_complete = release.count(".") == 2
    return is_complete and may_exist(feature_of(release), [feature_of(other) for other in releases])


def _is_at_least(choice: ClientChoice, first: Version | None) -> bool:
    return bool(first and choice.release and feature_of(choice.release) >= first)


def _can_be_release(name: str, release: str) -> bool:
    """Whether a text has the form of a client's release, with or without its last number."""
    has_form = re.fullmatch(r"\d+\.\d+(\.\d+){0,2}", release, re.ASCII)
    return bool(CLIENTS[name].releases()) and has_form is not None


def _full_release(release: str, releases: list[str]) -> str:
    """The newest of ``releases`` that begins with ``release``; ``release`` itself if none begins with it."""
    matches = [full for full in releases if full == release or full.startswith(f"{release}.")]
    return matches[-1] if matches else release
