"""RabbitMQ: one node, durable classic queues, nothing but AMQP.

Erlang's nodes find each other by a port mapper, epmd, which the first of them would leave running for good,
for all of the machine. So one is started beside the server, on a port of its own, and ended with it.
"""

import socket
from collections.abc import Mapping
from pathlib import Path

from include.load_runtime.scenarios.queue.rabbitmq_client import connect, told
from include.load_runtime.scenarios.queue.systems import Server, System
from include.networks.ports import LOOPBACK, free_ports
from include.processes.cores import Cores, confined
from include.processes.identity import ProcessIdentity
from include.servers.installed import programs_of
from include.servers.server import DATA, QueueServer
from include.servers.server import attach as attach  # found again as any server
from include.servers.server_errors import answered, does
from include.servers.server_startup import Recipe, Startable, make_room, start_server

NODE = "kerran@localhost"

SETTINGS = {"queue": "classic, durable", "messages": "persistent", "plugins": "none"}
"""What the manifest says: the server's own settings are left at their defaults."""


def start(
    folder: Path,
    release: str,  # noqa: ARG001 - whichever is installed
    owner: ProcessIdentity | None = None,
    *,
    settings: Mapping[str, str] | None = None,
    cores: Cores = (),
) -> QueueServer:
    """Start the server that is installed, in a folder of its own; return when it answers.

    Its owner, its settings and its cores are as for a cluster of brokers. It runs as whoever starts it.

    Raises:
        PlatformError: it isn't installed, or doesn't come up.
    """
    program, mapper = programs_of(Server.RABBITMQ)
    folder = make_room(folder)
    port, between_nodes, mapper_port = free_ports(3)
    address = f"{LOOPBACK}:{port}"
    _configure(folder, {"listeners.tcp.1": address, **(settings or {})})
    processes = [
        Startable(
            name="epmd",
            command=[str(mapper), "-address", LOOPBACK, "-port", str(mapper_port)],
            answers=lambda: _listens(mapper_port),
        ),
        Startable(
            name=Server.RABBITMQ.value,
            command=confined([str(program)], cores),
            answers=lambda: does(lambda: _release(address)),
            environment=_environment(folder, between_nodes, mapper_port),
        ),
    ]
    effective = {**SETTINGS, **(settings or {})}
    recipe = Recipe(Server.RABBITMQ, address, processes, effective, lambda: _release(address))
    return start_server(recipe, folder, owner)


def make_queue(address: str, system: System, name: str) -> None:  # noqa: ARG001 - one kind for both
    """Make a queue that would outlive the server's restart.

    Raises:
        PlatformError: the server can't be reached.
    """
    with answered(), told(address), connect(address) as connection:
        connection.channel().queue_declare(name, durable=True, auto_delete=False)


def remove_queue(address: str, name: str) -> None:
    """Remove it, with what is left in it.

    Raises:
        PlatformError: the server can't be reached.
    """
    with answered(), told(address), connect(address) as connection:
        connection.channel().queue_delete(name)


def _configure(folder: Path, settings: Mapping[str, str]) -> None:
    lines = [f"{name} = {value}\n" for name, value in settings.items()]
    (folder / "rabbitmq.conf").write_text("".join(lines), encoding="utf-8")
    (folder / "enabled_plugins").write_text("[].\n", encoding="utf-8")


def _environment(folder: Path, between_nodes: int, mapper_port: int) -> dict[str, str]:
    """Everything in its folder and on loopback, and nothing from this machine's own configuration."""
    return {
        "HOME": str(folder / DATA),  # where the secret is generated that nodes share
        "RABBITMQ_NODENAME": NODE,
        "RABBITMQ_DIST_PORT": str(between_nodes),
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "-kernel inet_dist_use_interface {127,0,0,1}",
        "ERL_EPMD_ADDRESS": LOOPBACK,
        "ERL_EPMD_PORT": str(mapper_port),
        "RABBITMQ_CONF_ENV_FILE": str(folder / "rabbitmq-env.conf"),
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
        "RABBITMQ_CONFIG_FILES": str(folder / "conf.d" / "*.conf"),
        "RABBITMQ_ADVANCED_CONFIG_FILE": str(folder / "advanced.config"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "enabled_plugins"),
        "RABBITMQ_MNESIA_BASE": str(folder / DATA),
        "RABBITMQ_LOG_BASE": str(folder),
        "RABBITMQ_LOGS": "-",
        # Has the script become the server, instead of waiting for it: then the process is the server's.
        "RUNNING_UNDER_SYSTEMD": "true",
    }


def _listens(port: int) -> bool:
    try:
        socket.create_connection((LOOPBACK, port), timeout=1).close()
    except OSError:
        return False
    return True


def _release(address: str) -> str:
    """The version that it says it has.

    Raises:
        QueueError: it can't be reached.
    """
    with told(address), connect(address) as connection:
        return str(connection.server_properties["version"])
