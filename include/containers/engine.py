"""The container engine: there, answering, and new enough."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import docker
from docker.context import ContextAPI
from docker.errors import DockerException
from docker.utils.utils import compare_version
from requests.exceptions import RequestException

from include import settings
from include.errors import PlatformError

OLDEST_API = "1.41"
"""Docker 20.10's, the first whose containers can be followed and limited as is done here."""

ADVICE = "Install and start Docker (or Podman with its Docker socket), or let DOCKER_HOST name an engine."


class EngineError(PlatformError):
    """There is no engine, or it can't do what is asked; the message is for a user."""


def engine(timeout: float = 60) -> docker.DockerClient:
    """A client of the engine that DOCKER_HOST names, else of the one that the command docker uses.

    Args:
        timeout: Seconds for each of its answers.

    Raises:
        EngineError: none answers, this user may not use it, or it is too old.
    """
    try:
        client = docker.from_env(timeout=int(timeout), environment={**os.environ, "DOCKER_HOST": address()})
        version = client.version()
    except DockerException as error:
        raise EngineError(f"No container engine answers at {address()}: {reason(error)}. {ADVICE}") from None
    if compare_version(OLDEST_API, version["ApiVersion"]) < 0:
        raise EngineError(
            f"The container engine {version['Version']} at {address()} is too old: its API is "
            f"{version['ApiVersion']}, and {OLDEST_API} (Docker 20.10) is needed."
        )
    return client


def address() -> str:
    """Where the engine is: as DOCKER_HOST, or the Docker context in use, says.

    Raises:
        EngineError: there is no such context.
    """
    if host := settings.DOCKER_HOST.read():
        return host
    name = settings.DOCKER_CONTEXT.read() or None
    context = ContextAPI.get_context(name)
    if not context:
        raise EngineError(
            f"There is no Docker context {name or 'as chosen'}; `docker context ls` lists them."
        )
    return str(context.Host)


def reason(error: BaseException) -> str:
    """Why the engine couldn't be asked: the innermost cause; others speak of connections."""
    cause = error
    while inner := cause.__cause__ or cause.__context__:
        cause = inner
    if isinstance(cause, PermissionError):
        return "this user may not use it (on Debian: add the user to the group docker)"
    if isinstance(cause, FileNotFoundError):
        return "there is no such socket"
    return str(cause)


@contextmanager
def engine_asked() -> Iterator[None]:
    """Say plainly when the engine has gone."""
    try:
        yield
    except (DockerException, RequestException) as error:
        raise EngineError(f"The container engine doesn't answer any more: {reason(error)}") from error
