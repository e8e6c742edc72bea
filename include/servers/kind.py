"""A kind of queue server, and the errors of its client as errors of the platform."""

import shutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from include.clusters.backend import ClusterRequest
from include.clusters.cluster_folder import prepare_folder
from include.errors import PlatformError
from include.load_runtime.scenarios.queue import QueueError, System
from include.servers.queue_server import STATE, QueueServer, attach
from include.servers.server_startup import StartupPlan, start_server


@contextmanager
def platform_errors() -> Iterator[None]:
    """Raise a QueueError of the block as a PlatformError.

    Raises:
        PlatformError: The server cannot be reached, or refused a request.
    """
    try:
        yield
    except QueueError as error:
        raise PlatformError(str(error)) from error


def answers(request: Callable[[], object]) -> bool:
    """Whether the server answers a request without an error."""
    try:
        request()
    except QueueError:
        return False
    return True


class ServerKind(ABC):
    """A kind of queue server: what it needs to be installed, how it is started, how queues are created."""

    name: ClassVar[str]
    """The name of its Debian package, which is also the name of its main process."""
    programs: ClassVar[tuple[str, ...]]
    """The programs that are run, the server itself first; names on PATH, or absolute paths."""

    def installed_programs(self) -> list[Path]:
        """The paths of its programs.

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

    def start(self, request: ClusterRequest) -> QueueServer:
        """Start the installed server; return when it answers. The release of the request is ignored."""
        programs = self.installed_programs()
        folder = prepare_folder(request.folder, STATE, attach)
        return start_server(self.startup_plan(programs, folder, request), folder, request.owner)

    @abstractmethod
    def startup_plan(self, programs: list[Path], folder: Path, request: ClusterRequest) -> StartupPlan:
        """The processes of a server to start, and what its state records.

        Args:
            programs: The paths of ``programs``.
            folder: The absolute path of the server's folder, with an empty data folder.
            request: The request, whose settings take precedence over those of the project.
        """

    def attach(self, folder: Path) -> QueueServer:
        return attach(folder)

    @abstractmethod
    def create_queue(self, address: str, system: System, name: str) -> None:
        """Create a queue on the server at ``host:port``.

        Raises:
            PlatformError: The server cannot be reached, or refuses.
        """

    @abstractmethod
    def remove_queue(self, address: str, name: str) -> None:
        """Remove a queue with all messages in it from the server at ``host:port``.

        Raises:
            PlatformError: The server cannot be reached, refuses, or takes too long.
        """
