"""Every kind of queue server."""

from collections.abc import Iterable

from include.registry import Registry
from include.servers.kind import ServerKind

SERVERS: Registry[ServerKind] = Registry(
    "queue server",
    ServerKind,  # type: ignore[type-abstract] # only for isinstance
    "include.servers",
    ["redis-server", "rabbitmq-server"],
)


def check_installed(servers: Iterable[str]) -> None:
    """Check that these servers are installed."""
    for server in servers:
        SERVERS[server].installed_programs()
