"""The load programs of librdkafka, which are Python modules."""

from include.clients.librdkafka.launch import (  # shared: wraps it
    answer,
    command,
    container,
    prepare,
    security,
)

__all__ = ["answer", "command", "container", "prepare", "security"]
