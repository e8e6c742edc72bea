"""Connections that a load program lost, from what its client logged."""

from pathlib import Path


def connections_lost(log: Path) -> int:
    """How often a connection ended that was up, whichever side ended it.

    librdkafka says so at the level of information (``log_level`` 6), with the facility FAIL and the state of
    the connection. Its statistics would count it too, at the cost of a histogram for every message.
    """
    lines = log.read_bytes().splitlines() if log.is_file() else []
    return sum(b"|FAIL|" in line and b"in state UP" in line for line in lines)
