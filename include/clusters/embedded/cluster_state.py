"""What a running embedded cluster leaves on disk, so that any later process finds it."""

from pathlib import Path

from pydantic import BaseModel, ConfigDict

from include.processes.identity import ProcessIdentity
from include.storage.atomic_write import put

STATE_FILE = "cluster.json"


class BrokerState(BaseModel):
    """A broker: its id, the port its clients use, its process, and the file it writes its log to."""

    model_config = ConfigDict(frozen=True)

    id: int
    port: int
    process: ProcessIdentity
    log: Path
    command: list[str]
    """What starts it again."""
    is_down: bool = False
    """Whether a fault has ended it, and it is to be started again."""
    namespace: ProcessIdentity | None = None
    """The process that holds its network namespace, where it has one of its own."""
    is_cut: bool = False
    """Whether a fault has broken its network."""


class ClusterState(BaseModel):
    """A cluster as it was started. ``settings``, ``java`` and ``jvm_flags`` are those of all brokers."""

    model_config = ConfigDict(frozen=True)

    release: str
    bootstrap: str
    brokers: list[BrokerState]
    settings: dict[str, str]
    java: str
    jvm_flags: list[str]
    owner: ProcessIdentity | None = None
    """For whom it runs."""
    programs: dict[str, ProcessIdentity] = {}
    """Load programs that have a network namespace of their own, and who holds it."""
    others: list[ProcessIdentity] = []
    """What was started beside the brokers, and ends after them: ZooKeeper, what holds their networks."""


def write_state(folder: Path, state: ClusterState) -> None:
    """Keep it in the cluster's folder, complete or not at all."""
    put(folder / STATE_FILE, state.model_dump_json(indent=2))


def read_state(folder: Path) -> ClusterState:
    """The state of the cluster that was started in this folder.

    Raises:
        FileNotFoundError: none was, or it was stopped.
    """
    return ClusterState.model_validate_json((folder / STATE_FILE).read_bytes())
