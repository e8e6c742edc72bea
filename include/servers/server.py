"""A server as a process of this machine; a cell finds it as its cluster, of one broker."""

import shutil
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from include import folders
from include.clusters.cluster import Access
from include.clusters.embedded.jvm_process import end_of_log
from include.errors import PlatformError
from include.processes.identity import ProcessIdentity, end_together
from include.processes.registry import Registry
from include.rawlog.manifest import ClusterRecord
from include.servers.state import STATE_FILE, ServerState, read_state

DATA = "data"
"""The folder, within the server's, of what it stores."""

PATIENCE = 2.0
"""Seconds that it has to end by itself before it is killed. Its data is thrown away."""


class QueueServer:
    """One that was started on this machine, by this process or another."""

    inside: None = None

    def __init__(self, folder: Path, state: ServerState) -> None:
        self._folder = folder
        self._state = state

    @property
    def access(self) -> Access:
        """Its address, on loopback."""
        return Access(self._state.address)

    @property
    def brokers(self) -> list[ProcessIdentity]:
        """Its process."""
        return [self._state.process]

    def record(self) -> ClusterRecord:
        """What the manifest says of it."""
        state = self._state
        return ClusterRecord(
            kind=state.server.value, release=state.release, brokers=1, settings=dict(state.settings)
        )

    def check(self) -> None:
        """Make sure that it lives.

        Raises:
            PlatformError: it doesn't; it says which, and the end of its log.
        """
        state = self._state
        if not state.process.alive():
            raise PlatformError(f"{state.server} is gone; the end of {state.log}:\n{end_of_log(state.log)}")

    def broker(self, id: int) -> NoReturn:  # noqa: ARG002 - as a cluster has it
        """Nothing of it is to be broken."""
        raise PlatformError(f"{self._state.server} is not to be broken")

    def resume(self) -> None:
        """Let it go on, should it stand still."""
        self._state.process.signal(signal.SIGCONT)

    def restore(self) -> None:
        """The same: nothing else is ever done to it."""
        self.resume()

    def stop(self) -> None:
        """End it and remove its data; what is gone already is fine. Its log stays."""
        end(self._folder, [self._state.process, *self._state.others])


def attach(folder: Path) -> QueueServer:
    """The server that was started in this folder, by whichever process.

    Raises:
        PlatformError: none was, or it was stopped.
    """
    try:
        return QueueServer(folder.resolve(), read_state(folder))
    except FileNotFoundError as error:
        raise PlatformError(f"no server runs in {folder}: there is no {STATE_FILE}") from error


def end(folder: Path, processes: Sequence[ProcessIdentity]) -> None:
    """End the processes of a server, in whatever state it is, and remove its data."""
    end_together(processes, PATIENCE)
    for process in processes:
        Registry(folders.PROCESSES).remove(process)
    (folder / STATE_FILE).unlink(missing_ok=True)
    shutil.rmtree(folder / DATA, ignore_errors=True)
