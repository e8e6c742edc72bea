"""Valkey, which speaks Redis's protocol: messages in a list."""

from include.scenarios.queue_servers.registry import Durability, QueueServerRecord, System

RECORD = QueueServerRecord(
    name="valkey-server",
    client_packages=("redis", "hiredis"),
    systems=(System("valkey-list", Durability.CACHE),),
)
