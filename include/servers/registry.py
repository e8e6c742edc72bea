"""Every server that Kafka is set beside."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from include.load_runtime.scenarios.queue.systems import Server, System
from include.processes.cores import Cores
from include.processes.identity import ProcessIdentity
from include.servers import rabbitmq, redis
from include.servers.server import QueueServer


class Queues(Protocol):
    """A kind of server: how it is started and found again, and how queues are made on it."""

    def start(
        self,
        folder: Path,
        release: str,
        owner: ProcessIdentity | None = None,
        *,
        settings: Mapping[str, str] | None = None,
        cores: Cores = (),
    ) -> QueueServer:
        """Start one in a folder of its own; return when it answers."""
        ...

    def attach(self, folder: Path) -> QueueServer:
        """The server that was started in this folder, by whichever process."""
        ...

    def make_queue(self, address: str, system: System, name: str) -> None:
        """Make a queue on the server at that address."""

    def remove_queue(self, address: str, name: str) -> None:
        """Remove it."""


SERVERS: dict[Server, Queues] = {Server.REDIS: redis, Server.RABBITMQ: rabbitmq}
