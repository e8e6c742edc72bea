"""What the kernel has counted of the TCP connections of a namespace."""

from include.networks.namespace import Namespace, checked


def segments(namespace: Namespace) -> tuple[int, int]:
    """Return how many TCP segments a namespace has sent, without and only retransmitted ones.

    Raises:
        PlatformError: the counters cannot be read.
    """
    table = checked(namespace, "cat", "/proc/net/snmp")
    names, values = (line.split() for line in table.splitlines() if line.startswith("Tcp:"))
    counters = dict(zip(names, values, strict=True))
    return int(counters["OutSegs"]), int(counters["RetransSegs"])
