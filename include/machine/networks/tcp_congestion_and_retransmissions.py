"""TCP in a network namespace: the congestion control, and the pending retransmissions of connections."""

import re
from dataclasses import dataclass

from include.machine.networks.namespace import DEVICE, Namespace, checked


def control_congestion(namespace: Namespace, name: str | None) -> None:
    """Set TCP's congestion control for new connections; None: the congestion control of this machine.

    The congestion control is set on the route. If it were set for the whole namespace, the kernel would
    accept only algorithms that any user may choose (Documentation/networking/ip-sysctl,
    tcp_allowed_congestion_control).
    """
    routes = checked(namespace, "ip", "-4", "route", "show", "dev", DEVICE, "scope", "link").splitlines()
    for route in routes:
        network, source = re.findall(r"^\S+|(?<= src )\S+", route)
        option = ["congctl", name] if name else []
        checked(namespace, "ip", "route", "replace", network, "dev", DEVICE, "src", source, *option)


CONNECTION_TABLES = ("/proc/net/tcp", "/proc/net/tcp6")
"""The tables of connections over IPv4 and over IPv6 (proc(5)). Java also uses IPv6 sockets for connections
over IPv4."""

ESTABLISHED, FIN_WAIT = "01", "04"
"""The states of connections that may retransmit: established, and closed by the program before all of its
data were acknowledged."""

RETRANSMISSION_TIMER = "01:"

TICKS_PER_SECOND = 100
"""The number of clock ticks per second in ``CONNECTION_TABLES``: the value of USER_HZ on every architecture
that Kafka runs on."""


@dataclass(frozen=True)
class Retransmission:
    """The pending retransmission of a connection. TCP sends data again until it is acknowledged."""

    bytes: int
    times: int
    """The number of retransmissions so far. TCP doubles the wait after each retransmission."""
    due_seconds: float
    """The time until the next retransmission."""


def segments(namespace: Namespace) -> tuple[int, int]:
    """The numbers of TCP segments sent from a namespace: first transmissions, and retransmissions."""
    table = checked(namespace, "cat", "/proc/net/snmp")
    names, values = (line.split() for line in table.splitlines() if line.startswith("Tcp:"))
    counters = dict(zip(names, values, strict=True))
    return int(counters["OutSegs"]), int(counters["RetransSegs"])


def retransmissions(namespace: Namespace) -> list[Retransmission]:
    """The pending retransmissions of the TCP connections of a namespace.

    A kernel without IPv6 has only the first of ``CONNECTION_TABLES``; the failure to read the second is
    ignored.
    """
    _, tables = namespace.run(["cat", *CONNECTION_TABLES])
    connections = [line.split() for line in tables.splitlines() if len(line.split()) > 10]
    return [
        Retransmission(
            bytes=int(queues.partition(":")[0], 16),
            times=int(times, 16),
            due_seconds=int(timer.partition(":")[2], 16) / TICKS_PER_SECOND,
        )
        for _, _, _, state, queues, timer, times, *_ in connections
        if state in (ESTABLISHED, FIN_WAIT) and timer.startswith(RETRANSMISSION_TIMER)
    ]
