"""The folder of a cluster that Kerran starts: its state, its data and the logs of its processes."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel

from include.machine.errors import PlatformError
from include.machine.processes.all_or_none_start import GRACE_SECONDS
from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import end_leftovers, end_registered
from include.machine.storage.atomic_write import put

State = TypeVar("State", bound=BaseModel)

DATA = "data"
"""The name of the folder for the brokers' data, within the folder of the cluster."""


class StoredCluster(Generic[State]):
    """A cluster whose state is in a JSON file in its folder until the cluster is stopped."""

    state_file: ClassVar[str]
    state_type: ClassVar[type[Any]]
    what: ClassVar[str] = "cluster"
    """The word that error messages use for what is in the folder: ``cluster`` or ``server``."""

    def __init__(self, folder: Path, state: State) -> None:
        self.folder, self.state = folder, state

    @classmethod
    def attach(cls, folder: Path) -> Self:
        """The cluster that this or another process started in ``folder``.

        Raises:
            PlatformError: The folder has no cluster, or the cluster was stopped.
        """
        try:
            text = (folder / cls.state_file).read_bytes()
        except FileNotFoundError as error:
            raise PlatformError(f"no {cls.what} runs in {folder}: there is no {cls.state_file}") from error
        return cls(folder.resolve(), cls.state_type.model_validate_json(text))

    def keep(self, **changes: object) -> None:
        """Change the state in memory and on disk."""
        self.state = self.state.model_copy(update=changes)
        put(self.folder / self.state_file, self.state.model_dump_json(indent=2))

    def end(self, processes: Sequence[ProcessIdentity]) -> None:
        """End ``processes``, and remove the state file and the data of the cluster."""
        end_registered(processes, GRACE_SECONDS)
        (self.folder / self.state_file).unlink(missing_ok=True)
        shutil.rmtree(self.folder / DATA, ignore_errors=True)


def prepare_folder(folder: Path, kind: type[StoredCluster[Any]]) -> Path:
    """Create the folder of a cluster, without data of an earlier cluster; return its absolute path.

    Raises:
        PlatformError: A broker of the earlier cluster is still running.
    """
    folder = folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    end_leftovers()  # a starter that was killed may have left brokers in this folder
    if (folder / kind.state_file).exists():
        earlier: Any = kind.attach(folder)
        if any(broker.alive() for broker in earlier.brokers):
            raise PlatformError(f"a {kind.what} was started in {folder} and not stopped; stop it first")
        earlier.stop()
    shutil.rmtree(folder / DATA, ignore_errors=True)
    (folder / DATA).mkdir()
    return folder
