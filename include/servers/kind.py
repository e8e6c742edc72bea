"""What a kind of queue server provides."""

import shutil
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from include.errors import PlatformError
from include.load_runtime.scenarios.queue.systems import System
from include.processes.cores import Cores
from include.processes.identity import ProcessIdentity
from include.servers.queue_server import QueueServer, attach


class ServerKind(ABC):
    """A kind of queue server: what it needs to be installed, how it is started, how queues are created."""

    name: ClassVar[str]
    """The name of its Debian package, which is also the name of its main process."""
    programs: ClassVar[tuple[str, ...]]
    """The programs that are run, the server itself first; names on PATH, or absolute paths."""

    def installed_programs(self) -> list[Path]:
        """The paths of its programs.

        Raises:
            PlatformError: a program is missing; the message names the package to install.
        """
        found = []
        for program in self.programs:
            path = shutil.which(program)
            if path is None:
                raise PlatformError(
                    f"{self.name} is not installed: there is no {program} "
                    f"(Debian and Ubuntu: apt install {self.name})"
                )
            found.append(Path(path))
        return found

    @abstractmethod
    def start(
        self,
        folder: Path,
        release: str,
        owner: ProcessIdentity | None = None,
        *,
        settings: Mapping[str, str] | None = None,
        cores: Cores = (),
    ) -> QueueServer:
        """Start the installed server in a folder of its own; return when it answers.

        Args:
            folder: For its data, its log and its state.
            release: Ignored; the installed version is started.
            owner: The process after whose end the server is a leftover; None: it runs until it is stopped.
            settings: The server's own settings, which take precedence over those of the project.
            cores: The cores that it runs on; empty: any.

        Raises:
            PlatformError: the server is not installed, or does not start.
        """

    def attach(self, folder: Path) -> QueueServer:
        """The server that this or another process started in this folder.

        Raises:
            PlatformError: no server was started there, or it was stopped.
        """
        return attach(folder)

    @abstractmethod
    def create_queue(self, address: str, system: System, name: str) -> None:
        """Create a queue on the server at ``host:port``.

        Raises:
            PlatformError: the server cannot be reached, or refuses.
        """

    @abstractmethod
    def remove_queue(self, address: str, name: str) -> None:
        """Remove a queue with all messages in it from the server at ``host:port``.

        Raises:
            PlatformError: the server cannot be reached, refuses, or takes too long.
        """
