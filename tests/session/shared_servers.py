"""Servers that several tests share: each runs from the first test that uses it to the last one.

Nine brokers that idle beside the other tests take half a core.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Protocol, TypeVar

import pytest


class Stoppable(Protocol):
    def stop(self) -> None: ...


Started = TypeVar("Started")
Server = TypeVar("Server", bound=Stoppable)

SHARED = (
    "redis_server", "rabbitmq_server", "isolated", "embedded_cluster", "secured_cluster",
    "compose_cluster",
)  # fmt: skip
"""The fixtures of servers, in the order in which the tests that use them run."""


def shared_by(item: pytest.Item) -> list[str]:
    """The fixtures of servers that a test uses; it names those that it asks for while it runs by ``uses``."""
    names = {name for mark in item.iter_markers("uses") for name in mark.args}
    names.update(getattr(item, "fixturenames", ()))
    return [name for name in SHARED if name in names]


class SharedServers:
    """Ends each shared server when the last test that uses it is done."""

    def __init__(self) -> None:
        self._last: dict[str, pytest.Item] = {}
        self._running: dict[str, ExitStack] = {}

    def plan(self, items: Iterable[pytest.Item]) -> None:
        """Note the last test that uses each server; the tests are given in their order."""
        self._last = {name: item for item in items for name in shared_by(item)}

    def running(self, name: str, server: AbstractContextManager[Started]) -> Iterator[Started]:
        """Start a server for a fixture of the whole session, which may find it ended when it ends itself."""
        with ExitStack() as stack:
            started = stack.enter_context(server)
            self._running[name] = stack
            yield started

    def end_unused(self, done: pytest.Item) -> None:
        """End the servers that no test uses after this one."""
        for name in [name for name, last in self._last.items() if last is done]:
            if stack := self._running.pop(name, None):
                stack.close()


@contextmanager
def stopped(start: Callable[[], Server]) -> Iterator[Server]:
    server = start()
    try:
        yield server
    finally:
        server.stop()
