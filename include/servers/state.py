"""What a running server leaves on disk, so that any later process finds it."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from include.load_runtime.scenarios.queue.systems import Server
from include.processes.identity import ProcessIdentity
from include.storage.atomic_write import put

STATE_FILE = "server.json"


class ServerState(BaseModel):
    """A server as it was started.

    ``address`` is host and port, ``settings`` what isn't left at its default.
    """

    model_config = ConfigDict(frozen=True)

    server: Server
    release: str
    address: str
    process: ProcessIdentity
    log: Path
    settings: dict[str, str]
    others: list[ProcessIdentity] = []
    """What was started beside it, and ends after it."""


def write_state(folder: Path, state: ServerState) -> None:
    """Keep it in the server's folder, complete or not at all."""
    put(folder / STATE_FILE, state.model_dump_json(indent=2))


def read_state(folder: Path) -> ServerState:
    """The state of the server that was started in this folder.

    Raises:
        FileNotFoundError: none was, or it was stopped.
    """
    return ServerState.model_validate_json((folder / STATE_FILE).read_bytes())
