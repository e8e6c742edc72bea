"""The network namespace of a container."""

from include.machine.containers.engine import address
from include.machine.networks.namespace import Namespace

HOLDER_PID = 1
"""The process id of the bridge container's main process. Helper containers, which share the process namespace
of the bridge container, use this id."""

READING_ATTEMPTS = 3
"""The maximum number of attempts to get the output of a command. On a busy machine, Docker 20.10 lost the
output of 2 of 600 successful commands."""


def container_namespace(id: str) -> Namespace:
    """The network namespace of the running container with this id."""
    entry = ("docker", "--host", address(), "exec", "--interactive", id)
    return Namespace(entry, "python3", READING_ATTEMPTS)
