"""Breakable networks of containers: all packets of a container cross a bridge in another container.

A pair of virtual Ethernet devices connects a container with its network. To insert the bridge, the
container's device is moved to the container of the bridge, and a new pair of devices connects both
containers. Helper containers make these changes, and need only network capabilities. The container keeps its
addresses and routes. The engine and the network of this machine are not changed.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress

from docker import DockerClient
from docker.errors import NotFound

from include.machine.containers.container_namespace import HOLDER_PID, container_namespace
from include.machine.containers.engine import engine_errors
from include.machine.containers.images import Image
from include.machine.networks.host_packet_rules import HOST_PORT, OTHER_PORT, disconnect
from include.machine.networks.namespace import DEVICE, WHOLE_PACKETS, Namespace, change_links, checked

IMAGE = Image("network")

BRIDGE = "kerran.bridge"
"""The label of the helper containers for bridges and for network namespaces of brokers. The value of the
label is the Compose project of the brokers."""

NAME_LENGTH = 11
"""The maximum length of a container's name on a bridge. The name of a port is 4 characters longer, and Linux
allows 15 characters in the name of a device."""


def start_bridge(client: DockerClient, labels: Mapping[str, str]) -> str:
    """Start a helper container for bridges, and return its id. The container belongs to no network."""
    return _helper(client, labels, network_mode="none")


def join(client: DockerClient, bridge: str, container: str, name: str, labels: Mapping[str, str]) -> str:
    """Put a bridge into the path of a running container's packets.

    Args:
        client: A client of the engine.
        bridge: The id of the helper container for bridges.
        container: The id of a container that has one network and has not been joined since it was started.
        name: The name of the container on the bridge, at most ``NAME_LENGTH`` characters.
        labels: The labels of the new helper container.

    Returns:
        The id of a helper container in the network namespace of ``container``. Both containers must be
        removed together.

    Raises:
        PlatformError: The engine or the kernel refuses a change.
    """
    _remove_links(container_namespace(bridge), name)
    keeper = _helper(client, labels, network_mode=f"container:{container}", pid_mode=f"container:{bridge}")
    try:
        namespace = container_namespace(keeper)
        change_links(namespace, _insertion(namespace, name))
        change_links(container_namespace(bridge), _bridging(name))
    except BaseException:
        remove_helper(client, keeper)
        raise
    return keeper


def leave(client: DockerClient, bridge: str, name: str, keeper: str) -> None:
    """After a container has ended, remove its rules and everything that ``join`` has created for it."""
    remove_helper(client, keeper)
    disconnect(container_namespace(bridge), name)
    _remove_links(container_namespace(bridge), name)


def remove_helper(client: DockerClient, id: str) -> None:
    """Remove the container whose id ``start_bridge`` or ``join`` returned, if it still exists."""
    with engine_errors(), suppress(NotFound):
        client.containers.get(id).remove(force=True)


def _insertion(namespace: Namespace, name: str) -> list[str]:
    """The commands that replace a container's network device. Addresses and routes stay the same."""
    (device,) = json.loads(checked(namespace, "ip", "-json", "address", "show", "dev", DEVICE))
    mac = device["address"]
    addresses = [address for address in device["addr_info"] if address["family"] == "inet"]
    routes = checked(namespace, "ip", "-4", "route", "show", "dev", DEVICE).splitlines()
    return [
        f"link set dev {DEVICE} down",
        f"link set dev {DEVICE} name {OTHER_PORT}{name} netns {HOLDER_PID}",
        f"link add {DEVICE} address {mac} type veth peer name {HOST_PORT}{name} netns {HOLDER_PID}",
        *(
            f"address add {address['local']}/{address['prefixlen']} broadcast + dev {DEVICE}"
            for address in addresses
        ),
        f"link set {DEVICE} {WHOLE_PACKETS} up",
        *(f"route add {route} dev {DEVICE}" for route in routes if "proto kernel" not in route),
    ]


def _bridging(name: str) -> list[str]:
    """The commands that connect both ports of a container to a bridge."""
    mac = ":".join(f"{byte:02x}" for byte in (2, *os.urandom(5)))  # a bridge keeps frames to its own address
    bridge = f"br-{name}"
    ports = [f"link set {port}{name} master {bridge} up" for port in (HOST_PORT, OTHER_PORT)]
    return [
        f"link set {OTHER_PORT}{name} address {mac}",
        f"link add {bridge} type bridge",
        f"link set {bridge} up",
        *ports,
    ]


def _remove_links(bridge: Namespace, name: str) -> None:
    """Remove a container's bridge and its ports, if they still exist. The engine does not remove them."""
    devices = (f"br-{name}", f"{HOST_PORT}{name}", f"{OTHER_PORT}{name}")
    # The kernel removes a port itself some time after the container; an absent device is no error.
    bridge.run(["ip", "-force", "-batch", "-"], "".join(f"link delete {device}\n" for device in devices))


def _helper(
    client: DockerClient, labels: Mapping[str, str], network_mode: str, pid_mode: str | None = None
) -> str:
    with engine_errors():
        container = client.containers.run(
            IMAGE.built(),
            detach=True,
            cap_drop=["ALL"],
            cap_add=["NET_ADMIN", "NET_RAW"],
            security_opt=["no-new-privileges"],
            labels=dict(labels),
            network_mode=network_mode,
            pid_mode=pid_mode,
        )
    return str(container.id)
