"""Valkey with the settings that Redis has: an append-only file, and no eviction."""

from include.scenarios.queue.servers.redis_server.start import RedisStart  # shared: the same protocol


class ValkeyStart(RedisStart):
    """One server without replicas."""

    name = "valkey-server"
    programs = ("valkey-server",)


KIND = ValkeyStart()
