"""Run commands in the network namespace of a container, which a helper container joins."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from docker import DockerClient
from docker.models.containers import Container

from include.containers.engine import engine_errors
from include.containers.images import Image
from include.networks.namespace_network import Command

IMAGE = Image("network")


@contextmanager
def entered(client: DockerClient, container: str, labels: Mapping[str, str]) -> Iterator[Command]:
    """Yield a function that runs commands in the network namespace of the container with this id."""
    with engine_errors():
        helper = client.containers.run(
            IMAGE.built(),
            detach=True,
            network_mode=f"container:{container}",
            cap_drop=["ALL"],
            cap_add=["NET_ADMIN", "NET_RAW"],
            security_opt=["no-new-privileges"],
            labels=dict(labels),
        )
    try:
        yield lambda command: _run(helper, command)
    finally:
        with engine_errors():
            helper.remove(force=True)


def _run(helper: Container, command: list[str]) -> tuple[int, str]:
    with engine_errors():
        code, output = helper.exec_run(command)
    return code or 0, output.decode(errors="replace") if isinstance(output, bytes) else ""
