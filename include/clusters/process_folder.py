"""The folder of a cluster whose brokers are processes of this machine."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from include.clusters.cluster import Cluster
from include.clusters.state_file import StateFile
from include.errors import PlatformError
from include.processes.background import end_registered
from include.processes.identity import ProcessIdentity
from include.processes.registry import end_leftovers

State = TypeVar("State", bound=BaseModel)

DATA = "data"
"""The name of the folder for the brokers' data, within the folder of the cluster."""

GRACE_SECONDS = 2.0
"""Time between SIGTERM and SIGKILL; it is short because the data is deleted anyway."""


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
