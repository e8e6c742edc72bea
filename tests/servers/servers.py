"""Servers that tests need, where they are installed."""

import pytest

from include.errors import PlatformError
from include.load_runtime.scenarios.queue.systems import Server
from include.servers.installed import programs_of


def needed(server: Server) -> pytest.MarkDecorator:
    """The mark of a test that is left out where the server isn't installed."""
    try:
        programs_of(server)
    except PlatformError as error:
        return pytest.mark.skip(reason=str(error))
    return pytest.mark.brokers


EACH = [pytest.param(server, marks=needed(server)) for server in (Server.REDIS, Server.RABBITMQ)]
"""Every server but Kafka, to parametrize a test with."""
