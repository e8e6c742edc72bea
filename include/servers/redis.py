"""Redis: an append-only file that is forced to the disk every second, and nothing evicted."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil

from include.load_runtime.scenarios.queue.redis_client import GROUP, connect, told
from include.load_runtime.scenarios.queue.systems import Server, System
from include.networks.ports import LOOPBACK, free_ports
from include.processes.cores import Cores, confined
from include.processes.identity import ProcessIdentity
from include.processes.waiting import wait_until
from include.servers.installed import programs_of
from include.servers.server import DATA, QueueServer
from include.servers.server import attach as attach  # found again as any server
from include.servers.server_errors import answered, does
from include.servers.server_startup import Recipe, Startable, make_room, start_server

SETTINGS = {
    "appendonly": "yes",
    "appendfsync": "everysec",
    # The file is rewritten between two cells, and never in the midst of one.
    "auto-aof-rewrite-percentage": "0",
    "save": "",
    "maxmemory-policy": "noeviction",
}

MEMORY_SHARE = 0.75
"""Of the memory that is available: what the server may use before it refuses to take more."""

REWRITTEN = 60.0
"""Seconds within which the append-only file must be rewritten, with nothing left in it."""


def start(
    folder: Path,
    release: str,  # noqa: ARG001 - whichever is installed
    owner: ProcessIdentity | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    cores: Cores = (),
) -> QueueServer:
    """Start the server that is installed, in a folder of its own; return when it answers.

    Its owner, its settings and its cores are as for a cluster of brokers.

    Raises:
        PlatformError: it isn't installed, or doesn't come up.
    """
    [program] = programs_of(Server.REDIS)
    folder = make_room(folder)
    [port] = free_ports(1)
    address = f"{LOOPBACK}:{port}"
    memory = str(int(psutil.virtual_memory().available * MEMORY_SHARE))
    effective = {**SETTINGS, "maxmemory": memory, **(settings or {})}
    place = {"bind": LOOPBACK, "port": str(port), "dir": str(folder / DATA), "daemonize": "no"}
    arguments = [word for name, value in {**place, **effective}.items() for word in (f"--{name}", value)]
    process = Startable(
        name=Server.REDIS.value,
        command=confined([str(program), *arguments], cores),
        answers=lambda: does(lambda: _info(address, "server")),
    )
    recipe = Recipe(
        Server.REDIS, address, [process], effective, lambda: str(_info(address, "server")["redis_version"])
    )
    return start_server(recipe, folder, owner)


def make_queue(address: str, system: System, name: str) -> None:
    """Make a stream with the group that reads it; a list is made by what is pushed to it.

    Raises:
        PlatformError: the server can't be reached.
    """
    if system is System.REDIS_STREAM:
        with answered(), told(address):
            connect(address).xgroup_create(name, GROUP, id="0", mkstream=True)


def remove_queue(address: str, name: str) -> None:
    """Remove a list or a stream, and what the append-only file holds of it.

    Raises:
        PlatformError: the server can't be reached, or takes too long.
    """
    with answered(), told(address):
        client = connect(address)
        client.delete(name)
        client.bgrewriteaof()
    wait_until(lambda: _is_rewritten(address), REWRITTEN, lambda: "Redis didn't rewrite its append-only file")


def _is_rewritten(address: str) -> bool:
    with answered():
        found = _info(address, "persistence")
    return not found["aof_rewrite_in_progress"] and not found["aof_rewrite_scheduled"]


def _info(address: str, section: str) -> dict[str, Any]:
    """What the server tells of itself.

    Raises:
        QueueError: it can't be reached, or is still loading.
    """
    with told(address):
        found: dict[str, Any] = connect(address).info(section)
    return found
