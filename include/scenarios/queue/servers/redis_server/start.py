"""Redis without eviction, with an append-only file that is forced to the disk every second."""

from pathlib import Path
from typing import Any

import psutil

from include.clusters.backend import ClusterRequest
from include.clusters.cluster_state import DATA
from include.machine.networks.ports import LOOPBACK, free_ports
from include.machine.processes.cores import confined
from include.machine.processes.wait_until import wait_until
from include.scenarios.queue.server_start import ServerKind, ServerProcess, StartupPlan
from include.scenarios.queue.servers.redis_server.client import CONSUMER_GROUP, redis_client, redis_errors
from include.scenarios.queue.systems import systems

SETTINGS = {
    "appendonly": "yes",
    "appendfsync": "everysec",
    # The file is rewritten between two cells, and never during one.
    "auto-aof-rewrite-percentage": "0",
    "save": "",
    "maxmemory-policy": "noeviction",
}

MEMORY_SHARE = 0.75
"""The share of the available memory that the server may use before it refuses messages."""

REWRITE_TIMEOUT_SECONDS = 60.0
"""Time within which the append-only file must be rewritten after the removal of a queue."""


class RedisStart(ServerKind):
    """One server without replicas."""

    name = "redis-server"
    programs = ("redis-server",)

    def startup_plan(self, programs: list[Path], folder: Path, request: ClusterRequest) -> StartupPlan:
        """The plan for the start of one process, which gets its settings as command-line options."""
        [program] = programs
        [port] = free_ports(1)
        address = f"{LOOPBACK}:{port}"
        memory = str(int(psutil.virtual_memory().available * MEMORY_SHARE))
        effective = {**SETTINGS, "maxmemory": memory, **request.settings}
        location = {"bind": LOOPBACK, "port": str(port), "dir": str(folder / DATA), "daemonize": "no"}
        options = {**location, **effective}.items()
        arguments = [word for name, value in options for word in (f"--{name}", value)]
        process = ServerProcess(
            name=self.name,
            command=confined([str(program), *arguments], request.cores),
            release=lambda: str(self._info(address, "server")["redis_version"]),
        )
        return StartupPlan(address, [process], effective)

    def create_queue(self, address: str, system: str, name: str) -> None:
        """Create a stream and its consumer group. A list is created later, by its first message."""
        if systems()[system].is_stream:
            with redis_errors(self.name, address):
                redis_client(address).xgroup_create(name, CONSUMER_GROUP, id="0", mkstream=True)

    def remove_queue(self, address: str, name: str) -> None:
        with redis_errors(self.name, address):
            client = redis_client(address)
            client.delete(name)
            client.bgrewriteaof()
        wait_until(
            lambda: self._is_rewritten(address),
            REWRITE_TIMEOUT_SECONDS,
            lambda: f"{self.name} did not rewrite its append-only file",
        )

    def _is_rewritten(self, address: str) -> bool:
        persistence = self._info(address, "persistence")
        return not persistence["aof_rewrite_in_progress"] and not persistence["aof_rewrite_scheduled"]

    def _info(self, address: str, section: str) -> dict[str, Any]:
        with redis_errors(self.name, address):
            info: dict[str, Any] = redis_client(address).info(section)
        return info


KIND = RedisStart()
