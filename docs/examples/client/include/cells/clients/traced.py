"""The load programs of librdkafka, which are Python modules."""

from include.cells.clients.librdkafka import answer, command, prepare

__all__ = ["answer", "command", "prepare"]
