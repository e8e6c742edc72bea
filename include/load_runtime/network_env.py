"""A load program's network: its congestion control, and the address at which other programs reach it."""

import socket

from include import settings
from include.load_runtime.errors import ProgramError

OWN_NETWORK = settings.OWN_NETWORK.name
"""Environment variable: set for a load program that has a network of its own."""

LOOPBACK = "127.0.0.1"

CONGESTION_CONTROL_NAME_BYTES = 16
"""The maximum length of a congestion control's name (``TCP_CA_NAME_MAX``)."""


class NetworkError(ProgramError):
    """The network does not allow what a load program needs. The message is a sentence for the user."""


def has_own_network() -> bool:
    """Whether this process has a network of its own, which it may change."""
    return settings.OWN_NETWORK.is_set


def own_address(bootstrap: str) -> str:
    """The address at which other programs of the cell reach this one; loopback if they share a network.

    ``bootstrap`` has addresses on the network whose address is returned.
    """
    if not has_own_network():
        return LOOPBACK
    host, _, port = bootstrap.partition(",")[0].rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, int(port)))  # sends nothing; selects the route and so the address
        address: str = probe.getsockname()[0]
    return address


def congestion_control_of(connection: socket.socket, name: str) -> None:
    """Set the congestion control of a connection in a network of its own; do nothing in a shared network.

    Raises:
        NetworkError: The kernel does not have it, or does not allow this user to choose it.
    """
    current = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, CONGESTION_CONTROL_NAME_BYTES)
    if not has_own_network() or current.rstrip(b"\0") == name.encode():
        return
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, name.encode())
    except OSError as error:
        raise NetworkError(missing(name)) from error


def missing(name: str) -> str:
    """A sentence that says how to make a missing congestion control available."""
    return (
        f"this kernel has no TCP congestion control {name}, or does not allow it here: load it "
        f"(modprobe tcp_{name}), or choose another (congestion_control, copy_congestion_control)"
    )
