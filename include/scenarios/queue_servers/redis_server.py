"""Redis: messages in a list, or in a stream with a consumer group."""

from include.scenarios.queue_servers.registry import Durability, QueueServerRecord, System

RECORD = QueueServerRecord(
    name="redis-server",
    client_packages=("redis", "hiredis"),
    systems=(
        System("redis-list", Durability.CACHE),
        System("redis-stream", Durability.CACHE, is_stream=True),
    ),
)
