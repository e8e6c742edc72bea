"""Containers, networks and volumes that outlived whoever they worked for.

    python -m include.containers.leftovers <mark of an owner>

removes an owner's.
"""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import docker
from docker.errors import APIError, NotFound
from docker.models.containers import Container
from docker.models.networks import Network
from docker.models.volumes import Volume

from include.containers.engine import EngineError, engine
from include.containers.labels import CHECKOUT, OWNER, checkout, owner_in

Thing = Container | Network | Volume

PATIENCE = 30.0
"""Seconds within which all must be gone."""


def remove_leftovers() -> list[str]:
    """Remove whatever belongs to this checkout and whose owner is gone, such as a killed sweep's brokers.

    Where no engine answers there is nothing to remove.

    Returns:
        What was removed, for a person to read.

    Raises:
        EngineError: the engine refuses to remove something.
    """
    return _remove_if_engine_answers(f"{CHECKOUT}={checkout()}", _orphaned)


def remove(
    client: docker.DockerClient, label: str, concerned: Callable[[Thing], bool] = lambda _: True
) -> list[str]:
    """Remove the containers, networks and volumes with a label that are concerned; what is gone is fine.

    Returns:
        What was removed, for a person to read.

    Raises:
        EngineError: the engine refuses to.
    """
    removed: list[str] = []
    deadline = time.monotonic() + PATIENCE
    try:
        # Again, until there is nothing: a start that was given up may still be bringing something about.
        while things := [thing for thing in _labelled(client, label) if concerned(thing)]:
            if time.monotonic() > deadline:
                raise EngineError(f"What is labelled {label} can't be removed: {_names(things)} come back")
            for thing in things:
                _remove(thing)
            removed += _names(things)
    except APIError as error:
        raise EngineError(f"What is labelled {label} can't be removed: {error.explanation}") from error
    return list(dict.fromkeys(removed))


def _remove_if_engine_answers(label: str, concerned: Callable[[Thing], bool] = lambda _: True) -> list[str]:
    try:
        client = engine(timeout=20)
    except EngineError:
        return []
    return remove(client, label, concerned)


def _labelled(client: docker.DockerClient, label: str) -> list[Thing]:
    """In an order in which it can go: what a container uses can't go before it."""
    filters: dict[str, Any] = {"label": label}
    return [
        *client.containers.list(all=True, filters=filters, ignore_removed=True),
        *client.networks.list(filters=filters),
        *client.volumes.list(filters=filters),
    ]


def _names(things: list[Thing]) -> list[str]:
    return [f"{type(thing).__name__.lower()} {thing.name}" for thing in things]


def _remove(thing: Thing) -> None:
    with suppress(NotFound):
        if isinstance(thing, Container):
            thing.remove(force=True, v=True)
        else:
            thing.remove()


def _orphaned(thing: Thing) -> bool:
    owner = owner_in(thing.labels if isinstance(thing, Container) else thing.attrs["Labels"])
    return owner is not None and not owner.alive()


if __name__ == "__main__":
    _remove_if_engine_answers(f"{OWNER}={sys.argv[1]}")
