"""Free ports on loopback."""

import random
import socket

LOOPBACK = "127.0.0.1"

RANGE = range(20_000, 32_000)
"""The ports to choose from. They are below the ephemeral ports, because an outgoing connection could take an
ephemeral port while a broker is down."""


_reserved_sockets: list[socket.socket] = []
"""Sockets that reserve the ports from ``free_ports`` until this process ends."""


def free_ports(count: int) -> list[int]:
    """Ports that are not in use, and that no other call returns while this process runs.

    The reservation is necessary, because a broker opens its port only some seconds after its start.

    Raises:
        OSError: Fewer than ``count`` ports are free.
    """
    ports: list[int] = []
    for port in random.sample(RANGE, len(RANGE)):
        if len(ports) == count:
            break
        if keeper := _keep(port):
            _reserved_sockets.append(keeper)
            ports.append(port)
    if len(ports) < count:
        raise OSError(
            f"{count} free ports are needed, but only {len(ports)} of the ports {RANGE[0]} to {RANGE[-1]} "
            "are free"
        )
    return ports


def _keep(port: int) -> socket.socket | None:
    """Reserve a port by binding it without listening. Return None if the port is in use.

    A server can still listen on the port, because servers set SO_REUSEADDR. Other searches for free ports
    cannot bind the port.
    """
    keeper = socket.socket()
    try:
        keeper.bind((LOOPBACK, port))
    except OSError:
        keeper.close()
        return None
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return keeper
