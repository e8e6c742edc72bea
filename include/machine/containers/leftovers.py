"""Remove containers, networks and volumes whose owner process has ended.

python -m include.machine.containers.leftovers <mark of an owner>

removes the containers, networks and volumes of one owner.
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

from include.machine.containers.engine import EngineError, engine
from include.machine.containers.labels import CHECKOUT, OWNER, checkout
from include.machine.processes.owner_mark import parse

Resource = Container | Network | Volume

REMOVAL_TIMEOUT_SECONDS = 30.0
"""The maximum time for the removal of containers, networks and volumes."""


def remove_leftovers() -> list[str]:
    """Remove this checkout's containers, networks and volumes whose owner process has ended.

    Returns:
        The kinds and names of the removed resources, for the user; empty if no engine answers.
    """
    return _remove_if_engine_answers(f"{CHECKOUT}={checkout()}", _orphaned)


def remove(
    client: docker.DockerClient, label: str, is_selected: Callable[[Resource], bool] = lambda _: True
) -> list[str]:
    """Remove containers, networks and volumes that have this label and that ``is_selected`` accepts.

    Returns:
        The kinds and names of the removed resources, for the user.

    Raises:
        EngineError: The engine refuses a removal, or some resources still exist when the time limit is
            reached.
    """
    names: list[str] = []
    deadline = time.monotonic() + REMOVAL_TIMEOUT_SECONDS
    try:
        # Repeated until nothing is left: a start that was aborted may still be creating containers.
        while leftovers := [leftover for leftover in _labelled(client, label) if is_selected(leftover)]:
            if time.monotonic() > deadline:
                raise EngineError(
                    f"resources with the label {label} cannot be removed: {_names(leftovers)} appear again"
                )
            for leftover in leftovers:
                _remove(leftover)
            names += _names(leftovers)
    except APIError as error:
        raise EngineError(
            f"resources with the label {label} cannot be removed: {error.explanation}"
        ) from error
    return list(dict.fromkeys(names))


def _remove_if_engine_answers(
    label: str, is_selected: Callable[[Resource], bool] = lambda _: True
) -> list[str]:
    try:
        client = engine(timeout=20)
    except EngineError:
        return []
    return remove(client, label, is_selected)


def _labelled(client: docker.DockerClient, label: str) -> list[Resource]:
    """The resources with this label, in the order of removal: containers, networks, volumes."""
    filters: dict[str, Any] = {"label": label}
    return [
        *client.containers.list(all=True, filters=filters, ignore_removed=True),
        *client.networks.list(filters=filters),
        *client.volumes.list(filters=filters),
    ]


def _names(resources: list[Resource]) -> list[str]:
    return [f"{type(resource).__name__.lower()} {resource.name}" for resource in resources]


def _remove(resource: Resource) -> None:
    with suppress(NotFound):
        if isinstance(resource, Container):
            resource.remove(force=True, v=True)
        else:
            resource.remove()


def _orphaned(resource: Resource) -> bool:
    labels = resource.labels if isinstance(resource, Container) else resource.attrs["Labels"]
    owner = parse((labels or {}).get(OWNER))
    return owner is not None and not owner.alive()


if __name__ == "__main__":
    _remove_if_engine_answers(f"{OWNER}={sys.argv[1]}")
