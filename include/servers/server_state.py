"""What a running server leaves on disk, so that any later process finds it."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from include.processes.identity import ProcessIdentity
from include.storage.atomic_write import put

STATE_FILE = "server.json"


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


def write_state(folder: Path, state: ServerState) -> None:
    """Write the state into the server's folder, completely or not at all."""
    put(folder / STATE_FILE, state.model_dump_json(indent=2))


def read_state(folder: Path) -> ServerState:
    """The state of the server that was started in this folder.

    Raises:
        FileNotFoundError: no server was started there, or it was stopped.
    """
    return ServerState.model_validate_json((folder / STATE_FILE).read_bytes())
