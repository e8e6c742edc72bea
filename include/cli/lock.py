"""One command at a time may run this checkout's Airflow: it has one database."""

import fcntl
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from include.folders import STATE
from include.processes.identity import ProcessIdentity

LOCK = STATE / "airflow.lock"

PATIENCE = 30.0
"""Seconds that the guardian of a killed command has to end what that command started."""


class InUseError(Exception):
    """Another command runs Airflow; the message says which, and what to do."""


@dataclass(frozen=True)
class Holder:
    """Who runs Airflow: a command, the process it lives as long as, and where Airflow's pages are."""

    command: str
    process: ProcessIdentity
    url: str | None = None


class Lock:
    """The lock, held; whoever inherits its descriptor holds it too."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    @property
    def descriptor(self) -> int:
        """To be inherited by those who must be gone before the next command starts."""
        return self._file.fileno()

    def name(self, holder: Holder) -> None:
        """Say who holds it."""
        self._file.seek(0)
        self._file.truncate()
        json.dump(asdict(holder), self._file)
        self._file.flush()


@contextmanager
def locked(path: Path, patience: float = PATIENCE) -> Iterator[Lock]:
    """Hold the lock; wait for what a killed command left to end.

    Raises:
        InUseError: its holder lives, or what it left doesn't end.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    with path.open("r+", encoding="utf-8") as file:
        deadline = time.monotonic() + patience
        while not _taken(file):
            _refuse_while_held(path)
            if time.monotonic() > deadline:
                raise InUseError(f"what an earlier command left did not end within {patience:.0f} s")
            time.sleep(0.1)
        yield Lock(file)


def holder_of(path: Path) -> Holder | None:
    """Who holds the lock, where that process lives."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return None  # nobody ever did, or the holder is about to say
    holder = Holder(said["command"], ProcessIdentity(**said["process"]), said["url"])
    return holder if holder.process.alive() else None


def _taken(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _refuse_while_held(path: Path) -> None:
    holder = holder_of(path)
    if holder is None:
        return
    if holder.url:
        raise InUseError(f"Airflow is up at {holder.url}: start the sweep there, or type make down first.")
    raise InUseError(f"{holder.command} is running already (process {holder.process.pid}).")
