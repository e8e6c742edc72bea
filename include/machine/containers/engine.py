"""A client of the container engine, the check of the engine's version, and the output of containers."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import docker
from docker.context import ContextAPI
from docker.errors import DockerException
from docker.models.containers import Container
from docker.utils.utils import compare_version
from requests.exceptions import RequestException

from include.machine import settings
from include.machine.errors import PlatformError
from include.machine.processes.started_processes import end_of_text

MIN_API_VERSION = "1.41"
"""The API of Docker 20.10, the first with all container options that Kerran uses."""

ADVICE = (
    "Install and start Docker (or Podman with its Docker socket), or set DOCKER_HOST to the address of an "
    "engine."
)


class EngineError(PlatformError):
    """There is no container engine, or it cannot do what Kerran needs. The message is for the user."""


def engine(timeout: float = 60) -> docker.DockerClient:
    """A client of the container engine at ``address()``.

    Args:
        timeout: Seconds within which the engine must answer each request.

    Raises:
        EngineError: No engine answers, this user may not use the engine, or the engine is too old.
    """
    try:
        client = docker.from_env(timeout=int(timeout), environment={**os.environ, "DOCKER_HOST": address()})
        version = client.version()
    except DockerException as error:
        raise EngineError(f"No container engine answers at {address()}: {reason(error)}. {ADVICE}") from None
    if compare_version(MIN_API_VERSION, version["ApiVersion"]) < 0:
        raise EngineError(
            f"The container engine {version['Version']} at {address()} is too old: its API is "
            f"{version['ApiVersion']}, and {MIN_API_VERSION} (Docker 20.10) is needed."
        )
    return client


def address() -> str:
    """The address of the engine, from DOCKER_HOST or from the current Docker context.

    Raises:
        EngineError: The Docker context does not exist.
    """
    if host := settings.DOCKER_HOST.read():
        return host
    name = settings.DOCKER_CONTEXT.read() or None
    context = ContextAPI.get_context(name)
    if not context:
        problem = (
            f"There is no Docker context {name}" if name else "The current Docker context does not exist"
        )
        raise EngineError(f"{problem}; `docker context ls` lists all contexts.")
    return str(context.Host)


def reason(error: BaseException) -> str:
    """The reason why a request to the engine failed: the innermost cause, which is the most specific."""
    cause = error
    while inner := cause.__cause__ or cause.__context__:
        cause = inner
    if isinstance(cause, PermissionError):
        return "this user has no permission to use the engine (on Debian: add the user to the group docker)"
    if isinstance(cause, FileNotFoundError):
        return "the socket does not exist"
    return str(cause)


@contextmanager
def engine_errors() -> Iterator[None]:
    """Raise any failure of a request to the engine as an EngineError."""
    try:
        yield
    except (DockerException, RequestException) as error:
        raise EngineError(f"A request to the container engine failed: {reason(error)}") from error


EXCERPT_SOURCE_LINES = 1000
"""The number of lines, counted from the end of the output, that are searched for errors."""


def output_of(container: Container, lines: "int | Literal['all']" = "all") -> str:
    """The last lines of a container's standard output and standard error."""
    return bytes(container.logs(tail=lines)).decode(errors="replace")


def end_of_output(container: Container) -> str:
    """The last lines of a container's output, preceded by earlier lines that report an error."""
    return end_of_text(output_of(container, EXCERPT_SOURCE_LINES))
