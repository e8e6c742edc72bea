"""A kind of queue server: the needed programs, the start of the server, and the creation of queues."""

import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from include.clusters.backend import ClusterRequest, ServerBackend
from include.clusters.cluster_state import DATA, prepare_folder
from include.machine.errors import PlatformError
from include.machine.processes.all_or_none_start import AllOrNoneStart
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import end_of_log
from include.machine.processes.wait_until import wait_until
from include.scenarios.queue.errors import QueueError
from include.scenarios.queue.running_server import RunningServer, ServerState
from include.scenarios.queue.systems import QueueServer

STARTUP_TIMEOUT_SECONDS = 60.0
"""The maximum time until a started process answers. The usual time is 1 s, and 5 s for RabbitMQ."""


@dataclass(frozen=True)
class ServerProcess:
    """A process of a queue server.

    ``release`` asks the process for its version, and raises an error until the process answers. The version
    is empty if the process reports none.
    """

    name: str
    command: list[str]
    release: Callable[[], str]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class StartupPlan:
    """The start of a server: its address, its processes (the server itself is the last), and its settings."""

    address: str
    processes: list[ServerProcess]
    settings: dict[str, str]


class ServerKind(ABC):
    """A kind of queue server."""

    name: ClassVar[str]
    """The name of the server in the registry, of its Debian package, and of its main process."""
    programs: ClassVar[tuple[str, ...]]
    """The programs that are run, the server itself first: names on PATH, or absolute paths."""

    def installed_programs(self) -> list[Path]:
        """The paths of the installed programs.

        Raises:
            PlatformError: A program is missing; the message names the package to install.
        """
        programs = []
        for program in self.programs:
            path = shutil.which(program)
            if path is None:
                raise PlatformError(
                    f"{self.name} is not installed: there is no {program} "
                    f"(Debian and Ubuntu: apt install {self.name})"
                )
            programs.append(Path(path))
        return programs

    def start(self, request: ClusterRequest) -> RunningServer:
        """Start the server, and wait until it answers. The server keeps running after this process ends.

        The installed release is started, even if the request names another release.

        Raises:
            PlatformError: A process of the server does not start. The message contains the end of its log.
        """
        programs = self.installed_programs()
        folder = prepare_folder(request.folder, RunningServer)
        plan = self.startup_plan(programs, folder, request)
        with AllOrNoneStart(folder, folder / DATA, request.owner) as started:
            for part in plan.processes:
                process = started.launch(part.name, part.command, part.environment)
                log = folder / f"{part.name}.log"
                release = _release_when_ready(part, process, log)
            *others, process = started.processes.values()
            state = ServerState(
                server=self.name,
                release=release,
                address=plan.address,
                process=process,
                log=log,
                settings=plan.settings,
                others=others,
            )
            server = RunningServer(folder, state)
            server.keep()
        return server

    @abstractmethod
    def startup_plan(self, programs: list[Path], folder: Path, request: ClusterRequest) -> StartupPlan:
        """The plan for the start of a server in ``folder``, which already contains an empty data folder.

        ``programs`` are the paths of the programs of this kind of server. The settings of the request take
        precedence over the settings of the project.
        """

    @abstractmethod
    def create_queue(self, address: str, system: str, name: str) -> None:
        """Create a queue on the server at ``host:port``.

        Raises:
            PlatformError: The server cannot be reached, or refuses the request.
        """

    @abstractmethod
    def remove_queue(self, address: str, name: str) -> None:
        """Remove a queue with all messages in it from the server at ``host:port``.

        Raises:
            PlatformError: The server cannot be reached, refuses the request, or takes too long.
        """


def backend_of(server: QueueServer) -> ServerBackend:
    """Starts and finds the server. Its module is imported when it is needed."""
    return ServerBackend(
        start=lambda request: server.kind().start(request),
        attach=RunningServer.attach,
        installed_programs=lambda: server.kind().installed_programs(),
    )


def _release_when_ready(part: ServerProcess, process: ProcessIdentity, log: Path) -> str:
    """Wait until a process answers, and return the release that it reports."""
    releases: list[str] = []

    def is_ready() -> bool:
        if not process.alive():
            raise PlatformError(f"{part.name} does not start; the end of {log}:\n{end_of_log(log)}")
        try:
            releases.append(part.release())
        except (QueueError, OSError):
            return False
        return True

    missing = f"{part.name} did not answer (its log is {log})"
    wait_until(is_ready, STARTUP_TIMEOUT_SECONDS, lambda: missing)
    return releases[0]
