"""Free ports of this machine's loopback."""

import random
import socket

LOOPBACK = "127.0.0.1"

RANGE = range(20_000, 32_000)
"""Below the ports that Linux gives to outgoing connections, one of which could take a broker's port while
the broker is down."""


_kept: list[socket.socket] = []
"""What keeps the ports that were given out, until this process ends."""


def free_ports(count: int) -> list[int]:
    """So many ports that nobody listens on, and that nobody else is given while this process lives.

    A broker takes seconds until it listens: the port that it was given looks free for so long, to the next
    who asks too.

    Raises:
        OSError: fewer are free.
    """
    ports: list[int] = []
    for port in random.sample(RANGE, len(RANGE)):
        if len(ports) == count:
            break
        if keeper := _keep(port):
            _kept.append(keeper)
            ports.append(port)
    if len(ports) < count:
        raise OSError(f"{count} ports are needed; {len(ports)} from {RANGE[0]} to {RANGE[-1]} are free")
    return ports


def _keep(port: int) -> socket.socket | None:
    """Bind the port without listening: a server may still listen on it, as servers reuse addresses, but
    nobody who looks for a free port can bind it."""
    keeper = socket.socket()
    try:
        keeper.bind((LOOPBACK, port))
    except OSError:
        keeper.close()
        return None
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return keeper
