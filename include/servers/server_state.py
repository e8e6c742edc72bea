"""What a running server leaves on disk, so that any later process finds it."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from include.clusters.state_file import StateFile
from include.processes.identity import ProcessIdentity


class ServerState(BaseModel):
    """A server as it was started.

    ``address`` is ``host:port``; ``settings`` are all settings that differ from the server's defaults.
    """

    model_config = ConfigDict(frozen=True)

    server: str
    """The name of its kind."""
    release: str
    address: str
    process: ProcessIdentity
    log: Path
    settings: dict[str, str]
    others: list[ProcessIdentity] = []
    """Processes that were started before the server, and end after it."""


STATE = StateFile("server.json", ServerState, "server")
