"""The registry of queue servers: the kind of each server, by its name."""

from collections.abc import Iterable

from include.kinds.registry import Registry
from include.scenarios.queue_servers.registry import QUEUE_SERVERS
from include.servers.server_kind import ServerKind

SERVERS: Registry[ServerKind] = Registry(
    "queue server",
    ServerKind,  # type: ignore[type-abstract] # only for isinstance
    "include.servers",
    list(QUEUE_SERVERS),
)


def check_installed(servers: Iterable[str]) -> None:
    """Check that these servers are installed."""
    for server in servers:
        SERVERS[server].installed_programs()
