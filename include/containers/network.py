"""The network of a container, to be broken: a helper container joins its network namespace."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from docker import DockerClient
from docker.models.containers import Container

from include.containers.engine import engine_asked
from include.containers.images import Image
from include.networks.namespace_network import Command

IMAGE = Image("network")


@contextmanager
def entered(client: DockerClient, container: str, labels: Mapping[str, str]) -> Iterator[Command]:
    """A way to run commands in the network namespace of the container with this id."""
    with engine_asked():
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
        with engine_asked():
            helper.remove(force=True)


def _run(helper: Container, command: list[str]) -> tuple[int, str]:
    with engine_asked():
        code, output = helper.exec_run(command)
    return code or 0, output.decode(errors="replace") if isinstance(output, bytes) else ""
