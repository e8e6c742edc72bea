"""What a load program may do with a network of its own, and where others of its cell find it."""

import socket

from include import settings

OWN_NETWORK = settings.OWN_NETWORK.name
"""The environment variable that says so."""

LOOPBACK = "127.0.0.1"

LONGEST_NAME = 16
"""Bytes of a congestion control's name."""


class NetworkError(Exception):
    """Something can't be done in a network; the message is for a user."""


def has_own_network() -> bool:
    """Whether this process has a network of its own, and may change it."""
    return settings.OWN_NETWORK.is_set


def own_address(bootstrap: str) -> str:
    """The address at which other programs of the cell reach this one: loopback, where they share a network.

    Args:
        bootstrap: The brokers' addresses, which are on the network that it is asked for.
    """
    if not has_own_network():
        return LOOPBACK
    host, _, port = bootstrap.partition(",")[0].rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect((host, int(port)))  # sends nothing, and chooses the way there
        address: str = asked.getsockname()[0]
    return address


def congestion_control_of(connection: socket.socket, name: str) -> None:
    """Have a connection use it, in an own network; in another it is no matter.

    Raises:
        NetworkError: the kernel hasn't it, or doesn't allow it to this user.
    """
    used = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, LONGEST_NAME)
    if not has_own_network() or used.rstrip(b"\0") == name.encode():
        return
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, name.encode())
    except OSError as error:
        raise NetworkError(missing(name)) from error


def missing(name: str) -> str:
    """What to do about a congestion control that there isn't."""
    return (
        f"this kernel has no TCP congestion control {name}, or doesn't allow it here: load it "
        f"(modprobe tcp_{name}), or choose another (congestion_control, copy_congestion_control)"
    )
