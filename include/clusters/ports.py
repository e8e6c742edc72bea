"""Free ports of this machine's loopback."""

import random
import socket

LOOPBACK = "127.0.0.1"

RANGE = range(20_000, 32_000)
"""Below the ports that Linux gives to outgoing connections, one of which could take a broker's port while
the broker is down."""


def free_ports(count: int) -> list[int]:
    """So many ports that nobody listens on."""
    ports: list[int] = []
    # Random, so that two clusters started at the same moment don't choose the same ones.
    candidates = iter(random.sample(RANGE, len(RANGE)))
    while len(ports) < count:
        port = next(candidates)
        if _free(port):
            ports.append(port)
    return ports


def _free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
        return True
