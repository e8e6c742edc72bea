"""Servers that tests need, where they are installed."""

import pytest

from include.errors import PlatformError
from include.servers.registry import SERVERS, check_installed


def needed(server: str | None) -> pytest.MarkDecorator:
    """The mark of a test that is skipped unless a server is installed; None: Kafka's brokers."""
    try:
        check_installed([server] if server else [])
    except PlatformError as error:
        return pytest.mark.skip(reason=str(error))
    return pytest.mark.brokers


EACH = [pytest.param(server, marks=needed(server)) for server in SERVERS]
"""Every queue server, to parametrize a test with."""
