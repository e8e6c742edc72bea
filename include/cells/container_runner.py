"""Run load programs as containers."""

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from docker.models.containers import Container
from docker.types import EndpointConfig

from include.cells.program_container import JoinedNetwork, ProgramContainer
from include.cells.resource_limits import ResourceLimits
from include.cells.runner import EventHandler, open_log, write_job, write_security
from include.clients.client_adapters import ContainerCommand, container_of
from include.clusters.cluster import Access
from include.load.program_descriptions import Program
from include.load.program_environment import OWN_NETWORK, security_environment
from include.machine.containers import breakable_network as container_network
from include.machine.containers.container_namespace import container_namespace
from include.machine.containers.engine import engine
from include.machine.containers.labels import labels
from include.machine.errors import PlatformError
from include.machine.networks.host_packet_rules import connect
from include.machine.processes.parent_death import LIFELINE
from include.rawlog.manifest import RunnerRecord

HOST_NETWORK = "host"

ALLOWED_CONGESTION_CONTROLS = Path("/proc/sys/net/ipv4/tcp_allowed_congestion_control")
"""The file with the TCP congestion controls that an unprivileged user may choose (ip-sysctl in Linux's
manual)."""


class ContainerRunner:
    """Starts load programs as containers of their clients' images, under the user id of this process."""

    def __init__(self, access: Access, run_id: str, limits: ResourceLimits) -> None:
        self.access = access
        self._run_id = run_id
        self._limits = limits
        self._images: set[str] = set()
        self._engine = engine()

    def record(self) -> RunnerRecord:
        return RunnerRecord(
            kind="container",
            image=", ".join(sorted(self._images)),
            cpus=self._limits.cpus,
            memory_bytes=self._limits.memory_bytes,
        )

    def start(self, program: Program, folder: Path, handler: EventHandler) -> ProgramContainer:
        """Start a program.

        The program's events and error output go to ``<name>.log``; the events also go to ``handler``. If the
        engine cannot start the container, the program counts as failed.
        """
        if self.access.network:
            _check_congestion_control(program.congestion_control)
        command = container_of(program, write_job(program, folder).resolve())
        self._images.add(command.image)
        log = open_log(program, folder)
        security = write_security(program, folder, self.access.security)
        create = partial(self._create, program, folder, command, security_environment(security))
        return ProgramContainer(program.name, create, self._join, log, handler, security)

    def _join(self, container: Container) -> JoinedNetwork | None:
        """If the cluster has a bridge, send the packets of a started container over this bridge."""
        bridge = self.access.bridge_container
        if bridge is None:
            return None
        id = str(container.id)
        name = id[: container_network.NAME_LENGTH]
        keeper = container_network.join(self._engine, bridge, id, name, labels(self._run_id))
        connect(container_namespace(bridge), name)
        return JoinedNetwork(self._engine, bridge, name, keeper)

    def _create(
        self, program: Program, folder: Path, command: ContainerCommand, security: Mapping[str, str]
    ) -> Container:
        # The same paths in the container: jobs and class paths contain them.
        volumes = {str(folder.resolve()): "rw", **{str(path): "ro" for path in command.folders}}
        return self._engine.containers.create(
            command.image,
            command.arguments,
            entrypoint=command.entrypoint,
            labels={**labels(self._run_id), "kerran.program": program.name},
            user=f"{os.getuid()}:{os.getgid()}",
            volumes={path: {"bind": path, "mode": mode} for path, mode in volumes.items()},
            network=self.access.network or HOST_NETWORK,
            networking_config=self._alias(program.name),
            sysctls=_sysctls(program.congestion_control) if self.access.network else None,
            environment={
                LIFELINE: "stdin",
                **({OWN_NETWORK: "1"} if self.access.network else {}),
                **security,
            },
            stdin_open=True,
            nano_cpus=int(self._limits.cpus * 1e9) if self._limits.cpus else None,
            mem_limit=self._limits.memory_bytes,
            memswap_limit=self._limits.memory_bytes,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges"],
            read_only=True,
            tmpfs={"/tmp": "size=64m,exec"},  # noqa: S108 - a folder of the container; Java loads libraries from it
        )

    def _alias(self, name: str) -> dict[str, EndpointConfig] | None:
        """The program's name as an alias on the cluster's network; None on the host's network."""
        if self.access.network is None:
            return None
        return {self.access.network: self._engine.api.create_endpoint_config(aliases=[name])}


def _check_congestion_control(name: str | None) -> None:
    """Check that containers may use a TCP congestion control algorithm.

    Raises:
        PlatformError: The kernel does not allow the algorithm to unprivileged users. The message names the
            allowed algorithms.
    """
    if not name or not ALLOWED_CONGESTION_CONTROLS.exists():
        return
    choices = ALLOWED_CONGESTION_CONTROLS.read_text(encoding="ascii").split()
    if name not in choices:
        raise PlatformError(
            f"congestion_control: {name} is not available in a container; choose {' or '.join(choices)}, or "
            f'allow it with sysctl net.ipv4.tcp_allowed_congestion_control="{" ".join([*choices, name])}"'
        )


def _sysctls(congestion_control: str | None) -> dict[str, str]:
    """The kernel parameter that sets the congestion control of a container's own network."""
    return {"net.ipv4.tcp_congestion_control": congestion_control} if congestion_control else {}
