"""The state of a running cluster on disk, by which any later process finds the cluster."""

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import BaseModel

from include.errors import PlatformError
from include.storage.atomic_write import put

State = TypeVar("State", bound=BaseModel)


@dataclass(frozen=True)
class StateFile(Generic[State]):
    """A JSON file in the folder of a cluster; it exists until the cluster is stopped."""

    name: str
    model: type[State]
    what: str = "cluster"
    """What runs in the folder, for messages."""

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
