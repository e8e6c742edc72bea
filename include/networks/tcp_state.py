"""What the kernel knows of the TCP connections of a namespace."""

import re

from include.networks.namespace import Namespace, checked

CONNECTION = re.compile(
    r"^\d+\s+\d+\s+\S+\s+(\[::ffff:)?(?P<address>[\d.]+)\]?:\d+\s.*\bminrtt:(?P<round_trip>[\d.]+)",
    re.MULTILINE,
)
"""A line of ``ss``: the bytes in both queues, both ends of a connection, and what TCP knows of it."""


def segments(namespace: Namespace) -> tuple[int, int]:
    """Return how many TCP segments a namespace has sent, without and only retransmitted ones.

    Raises:
        PlatformError: the counters cannot be read.
    """
    table = checked(namespace, "cat", "/proc/net/snmp")
    names, values = (line.split() for line in table.splitlines() if line.startswith("Tcp:"))
    counters = dict(zip(names, values, strict=True))
    return int(counters["OutSegs"]), int(counters["RetransSegs"])


def round_trips(namespace: Namespace) -> list[tuple[str, float]]:
    """Return the other end's address and the shortest measured round trip in ms of each open connection.

    The shortest of some minutes (``tcp_min_rtt_wlen``) has no part of the time for which an acknowledgement
    waits at the other end.

    Raises:
        PlatformError: the connections cannot be listed.
    """
    listed = checked(namespace, "ss", "-tinHO", "state", "established")
    return [(match["address"], float(match["round_trip"])) for match in CONNECTION.finditer(listed)]
