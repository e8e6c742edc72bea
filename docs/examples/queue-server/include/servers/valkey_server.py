"""Valkey with the settings that Redis has: an append-only file, and no eviction."""

from include.servers.redis_server import RedisServer  # shared: the same protocol


class ValkeyServer(RedisServer):
    """One server without replicas."""

    name = "valkey-server"
    programs = ("valkey-server",)


RECORD = ValkeyServer()
