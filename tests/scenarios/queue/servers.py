"""Servers that tests need, where they are installed."""

import pytest

from include.scenarios.queue.systems import QUEUE_SERVERS


def needed(server: str | None) -> pytest.MarkDecorator:
    """The mark of a test that needs a queue server to be installed; None: Kafka's brokers."""
    return pytest.mark.needs(server) if server else pytest.mark.brokers


EACH = [pytest.param(server, marks=needed(server)) for server in QUEUE_SERVERS]
"""Every queue server, to parametrize a test with."""
