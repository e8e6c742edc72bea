"""RabbitMQ: one node, durable classic queues, and AMQP as the only protocol.

The first Erlang node on a machine starts a port mapper, epmd, for all nodes, and leaves it running. Kerran
therefore starts a separate epmd on a separate port before the server, and ends it with the server.
"""

import socket
from collections.abc import Mapping
from pathlib import Path

from include.clusters.backend import ClusterRequest
from include.clusters.cluster_state import DATA
from include.machine.networks.ports import LOOPBACK, free_ports
from include.machine.processes.cores import confined
from include.scenarios.queue.server_start import ServerKind, ServerProcess, StartupPlan
from include.scenarios.queue.servers.rabbitmq_server.client import connect_to_rabbitmq, rabbitmq_errors

NODE = "kerran@localhost"

SETTINGS = {"queue": "classic, durable", "messages": "persistent", "plugins": "none"}
"""The settings that the manifest records. The server's other settings have their defaults."""


class RabbitMqStart(ServerKind):
    """A RabbitMQ server with a single node, and therefore without replicas."""

    name = "rabbitmq-server"
    # On Debian's PATH, the command of this name can be run only by root, and then runs as a user of its own.
    programs = ("/usr/lib/rabbitmq/bin/rabbitmq-server", "epmd")

    def startup_plan(self, programs: list[Path], folder: Path, request: ClusterRequest) -> StartupPlan:
        program, mapper = programs
        port, between_nodes, mapper_port = free_ports(3)
        address = f"{LOOPBACK}:{port}"
        _configure(folder, {"listeners.tcp.1": address, **request.settings})
        processes = [
            ServerProcess(
                name="epmd",
                command=[str(mapper), "-address", LOOPBACK, "-port", str(mapper_port)],
                release=lambda: _answer(mapper_port),
            ),
            ServerProcess(
                name=self.name,
                command=confined([str(program)], request.cores),
                release=lambda: _release(address),
                environment=_environment(folder, between_nodes, mapper_port),
            ),
        ]
        return StartupPlan(address, processes, {**SETTINGS, **request.settings})

    def create_queue(self, address: str, system: str, name: str) -> None:  # noqa: ARG002 - one kind of queue
        """Create a queue that survives a restart of the server."""
        with rabbitmq_errors(address), connect_to_rabbitmq(address) as connection:
            connection.channel().queue_declare(name, durable=True, auto_delete=False)

    def remove_queue(self, address: str, name: str) -> None:
        with rabbitmq_errors(address), connect_to_rabbitmq(address) as connection:
            connection.channel().queue_delete(name)


KIND = RabbitMqStart()


def _configure(folder: Path, settings: Mapping[str, str]) -> None:
    lines = [f"{name} = {value}\n" for name, value in settings.items()]
    (folder / "rabbitmq.conf").write_text("".join(lines), encoding="utf-8")
    (folder / "enabled_plugins").write_text("[].\n", encoding="utf-8")


def _environment(folder: Path, between_nodes: int, mapper_port: int) -> dict[str, str]:
    """The environment variables with which the server uses files in the folder and ports on loopback.

    The server ignores configuration files outside the folder.
    """
    return {
        "HOME": str(folder / DATA),  # for the generated secret that nodes share
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
        # The start script replaces itself by the server, so that its process becomes the server's process.
        "RUNNING_UNDER_SYSTEMD": "true",
    }


def _answer(port: int) -> str:
    """Connect to the port mapper. Return an empty version, because the port mapper reports none."""
    socket.create_connection((LOOPBACK, port), timeout=1).close()
    return ""


def _release(address: str) -> str:
    with rabbitmq_errors(address), connect_to_rabbitmq(address) as connection:
        return str(connection.server_properties["version"])
