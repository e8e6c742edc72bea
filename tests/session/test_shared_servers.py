from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.session.shared_servers import SharedServers, shared_by


def collected(*fixtures: str, uses: str = "") -> Any:
    """A collected test, as far as shared servers are concerned."""
    marks = [pytest.mark.uses(uses).mark] if uses else []

    class Collected:
        fixturenames = fixtures

        def iter_markers(self, name: str) -> Iterator[pytest.Mark]:
            return (mark for mark in marks if mark.name == name)

    return Collected()


def test_a_test_uses_the_servers_among_its_fixtures_and_those_that_it_names() -> None:
    item = collected("tmp_path", "secured_cluster", uses="redis_server")
    assert shared_by(item) == ["redis_server", "secured_cluster"]


def test_a_server_ends_when_the_last_test_that_uses_it_is_done() -> None:
    running: list[str] = []
    servers = SharedServers()
    first, second, other = (collected(name) for name in ("redis_server", "redis_server", "tmp_path"))
    servers.plan([first, second, other])

    @contextmanager
    def server() -> Iterator[str]:
        running.append("redis")
        yield "redis"
        running.remove("redis")

    fixture = servers.running("redis_server", server())
    assert next(fixture) == "redis"
    servers.end_unused(first)
    assert running == ["redis"]
    servers.end_unused(second)
    assert running == []
