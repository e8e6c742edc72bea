"""The record of the queue server Valkey."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from include.scenarios.queue.systems import Durability, QueueServer, System

if TYPE_CHECKING:
    from include.scenarios.queue.programs.consumer import QueueConsumer
    from include.scenarios.queue.programs.producer import QueueProducer
    from include.scenarios.queue.server_start import ServerKind


class ValkeyServer(QueueServer):
    """Valkey, which speaks Redis's protocol: messages in a list."""

    name = "valkey-server"
    client_packages = ("redis", "hiredis")
    systems = (System("valkey-list", Durability.CACHE),)

    def kind(self) -> ServerKind:
        from include.scenarios.queue.servers.valkey_server.start import KIND

        return KIND

    def producers(self) -> Mapping[str, type[QueueProducer]]:
        from include.scenarios.queue.servers.valkey_server.producer import PRODUCERS

        return PRODUCERS

    def consumers(self) -> Mapping[str, type[QueueConsumer]]:
        from include.scenarios.queue.servers.valkey_server.consumer import CONSUMERS

        return CONSUMERS


RECORD = ValkeyServer()
