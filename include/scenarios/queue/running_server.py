"""A queue server as a process of this machine.

For a cell, the server is a cluster of one broker. Later processes find the server by its state on disk.
"""

import signal
from pathlib import Path
from typing import NoReturn

from pydantic import BaseModel

from include.clusters.cluster import Access
from include.clusters.cluster_state import StoredCluster
from include.machine.errors import PlatformError
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import end_of_log
from include.rawlog.manifest import ClusterRecord


class ServerState(BaseModel, frozen=True):
    """The state of a started server.

    ``address`` is ``host:port``; ``settings`` are all settings that differ from the server's defaults.
    """

    server: str
    """The name of the server's kind."""
    release: str
    address: str
    process: ProcessIdentity
    log: Path
    settings: dict[str, str]
    others: list[ProcessIdentity] = []
    """Processes that are started before the server, and are ended together with it."""


class RunningServer(StoredCluster[ServerState]):
    """A server that this or another process started on this machine."""

    state_file, state_type, what = "server.json", ServerState, "server"
    inside: None = None

    @property
    def access(self) -> Access:
        return Access(self.state.address)

    @property
    def brokers(self) -> list[ProcessIdentity]:
        return [self.state.process]

    def record(self) -> ClusterRecord:
        state = self.state
        return ClusterRecord(
            kind=state.server, release=state.release, brokers=1, settings=dict(state.settings)
        )

    def check(self) -> None:
        state = self.state
        if not state.process.alive():
            raise PlatformError(f"{state.server} has ended; the end of {state.log}:\n{end_of_log(state.log)}")

    def broker(self, id: int) -> NoReturn:  # noqa: ARG002 - as the protocol Cluster has it
        """Raise a PlatformError, because no fault can be injected into a queue server."""
        raise PlatformError(f"Faults cannot be injected into {self.state.server}.")

    def resume(self) -> None:
        self.state.process.signal(signal.SIGCONT)

    def restore(self) -> None:
        """Resume the server's process if it is paused."""
        self.resume()

    def stop(self) -> None:
        """End the server and remove its data, but not its log. Do nothing if the server has ended."""
        self.end([self.state.process, *self.state.others])
