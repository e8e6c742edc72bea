"""The load programs of librdkafka, which are Python modules."""

from include.cells.clients.librdkafka import answer, command, container, prepare, security  # shared: wraps it

__all__ = ["answer", "command", "container", "prepare", "security"]
