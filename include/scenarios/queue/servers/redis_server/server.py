"""The record of the queue server Redis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from include.scenarios.queue.systems import Durability, QueueServer, System

if TYPE_CHECKING:
    from include.scenarios.queue.programs.consumer import QueueConsumer
    from include.scenarios.queue.programs.producer import QueueProducer
    from include.scenarios.queue.server_start import ServerKind


class RedisServer(QueueServer):
    """Redis: messages in a list, or in a stream with a consumer group."""

    name = "redis-server"
    client_packages = ("redis", "hiredis")
    systems = (
        System("redis-list", Durability.CACHE),
        System("redis-stream", Durability.CACHE, is_stream=True),
    )

    def kind(self) -> ServerKind:
        from include.scenarios.queue.servers.redis_server.start import KIND

        return KIND

    def producers(self) -> Mapping[str, type[QueueProducer]]:
        from include.scenarios.queue.servers.redis_server.producer import PRODUCERS

        return PRODUCERS

    def consumers(self) -> Mapping[str, type[QueueConsumer]]:
        from include.scenarios.queue.servers.redis_server.consumer import CONSUMERS

        return CONSUMERS


RECORD = RedisServer()
