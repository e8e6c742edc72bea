"""The container engine: there, answering, and new enough."""

import os

import docker
from docker.errors import DockerException
from docker.utils.utils import compare_version

from include.clusters.cluster import ClusterError

OLDEST_API = "1.41"
"""Docker 20.10's, the first whose containers can be followed and limited as is done here."""

ADVICE = "Install and start Docker (or Podman with its Docker socket), or let DOCKER_HOST name an engine."


class EngineError(ClusterError):
    """There is no engine, or it can't do what is asked; the message is for a user."""


def engine(timeout: float = 60) -> docker.DockerClient:
    """A client of the engine that DOCKER_HOST names, else of this machine's.

    Args:
        timeout: Seconds for each of its answers.

    Raises:
        EngineError: none answers, this user may not use it, or it is too old.
    """
    try:
        client = docker.from_env(timeout=int(timeout))
        version = client.version()
    except DockerException as error:
        raise EngineError(
            f"No container engine answers at {_address()}: {_reason(error)}. {ADVICE}"
        ) from None
    if compare_version(OLDEST_API, version["ApiVersion"]) < 0:
        raise EngineError(
            f"The container engine {version['Version']} at {_address()} is too old: its API is "
            f"{version['ApiVersion']}, and {OLDEST_API} (Docker 20.10) is needed."
        )
    return client


def _address() -> str:
    return os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")


def _reason(error: DockerException) -> str:
    """The innermost cause: what surrounds it speaks of fetching versions."""
    cause: BaseException = error
    while cause.__cause__ or cause.__context__:
        cause = cause.__cause__ or cause.__context__  # type: ignore[assignment]  # one of them is there
    if isinstance(cause, PermissionError):
        return "this user may not use it (on Debian: add the user to the group docker)"
    if isinstance(cause, FileNotFoundError):
        return "there is no such socket"
    return str(cause)
