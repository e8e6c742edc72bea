"""The folder of a running cluster, with its state and its data.

Any later process finds the cluster by its state.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel

from include.clusters.cluster import Cluster
from include.errors import PlatformError
from include.processes.identity import ProcessIdentity
from include.processes.registry import end_leftovers, end_registered
from include.storage.atomic_write import put

State = TypeVar("State", bound=BaseModel)


@dataclass(frozen=True)
class StateFile(Generic[State]):
    """A JSON file in the folder of a cluster; it exists until the cluster is stopped."""

    name: str
    model: type[State]
    what: str = "cluster"
    """The kind of what runs in the folder, for messages."""

    def write(self, folder: Path, state: State) -> None:
        """Write the state into a folder, completely or not at all."""
        put(folder / self.name, state.model_dump_json(indent=2))

    def read(self, folder: Path) -> State:
        """The state in a folder.

        Raises:
            PlatformError: No cluster was started there, or it was stopped.
        """
        try:
            return self.model.model_validate_json((folder / self.name).read_bytes())
        except FileNotFoundError as error:
            raise PlatformError(f"no {self.what} runs in {folder}: there is no {self.name}") from error

    def exists(self, folder: Path) -> bool:
        """Whether a cluster was started in a folder and not stopped."""
        return (folder / self.name).exists()

    def remove(self, folder: Path) -> None:
        """Remove the state from a folder, if it exists."""
        (folder / self.name).unlink(missing_ok=True)


DATA = "data"
"""The name of the folder for the brokers' data, within the folder of the cluster."""

GRACE_SECONDS = 2.0
"""Time between SIGTERM and SIGKILL. It is short, because the data is deleted anyway."""


def prepare_folder(folder: Path, state: StateFile[State], attach: Callable[[Path], Cluster]) -> Path:
    """Create a folder with an empty data folder in place of an earlier cluster's; return its absolute path.

    Raises:
        PlatformError: A broker of the earlier cluster is still running.
    """
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    end_leftovers()  # a starter that was killed may have left brokers in this folder
    if state.exists(folder):
        earlier = attach(folder)
        if any(broker.alive() for broker in earlier.brokers):
            raise PlatformError(f"a {state.what} was started in {folder} and not stopped; stop it first")
        earlier.stop()
    shutil.rmtree(folder / DATA, ignore_errors=True)
    (folder / DATA).mkdir()
    return folder


def end_brokers(folder: Path, processes: Sequence[ProcessIdentity], state: StateFile[State]) -> None:
    """End the processes of a cluster, whether it is ready or not, and remove its state and its data."""
    end_registered(processes, GRACE_SECONDS)
    state.remove(folder)
    shutil.rmtree(folder / DATA, ignore_errors=True)
