"""The lock of this checkout's Airflow.

Only one command at a time may run Airflow, because there is one database.
"""

import fcntl
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from include.machine.errors import UserError
from include.machine.folders import STATE
from include.machine.processes.identity import ProcessIdentity

LOCK_FILE = STATE / "airflow.lock"

RELEASE_TIMEOUT_SECONDS = 30.0
"""The time within which the guardian of a killed command must end the processes of the command."""

RETRY_SECONDS = 0.1


class InUseError(UserError):
    """Another command is running Airflow, or processes of an earlier command have not ended in time."""


@dataclass(frozen=True)
class LockHolder:
    """The command that runs Airflow, the process that holds the lock, and the address of Airflow's pages."""

    command: str
    process: ProcessIdentity
    url: str | None = None


@contextmanager
def held_lock(path: Path, timeout_seconds: float = RELEASE_TIMEOUT_SECONDS) -> Iterator[int]:
    """Hold the lock.

    If the command that last held the lock was killed, wait until its processes have ended. The ``with`` block
    gets a file descriptor; every process that inherits this descriptor holds the lock too.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    with path.open("r+", encoding="utf-8") as file:
        deadline = time.monotonic() + timeout_seconds
        while not _acquired(file):
            _refuse_while_held(path)
            if time.monotonic() > deadline:
                raise InUseError(
                    f"The processes of an earlier command did not end within {timeout_seconds:.0f} s."
                )
            time.sleep(RETRY_SECONDS)
        yield file.fileno()


def record_holder(path: Path, holder: LockHolder) -> None:
    """Write the holder of the lock, for other commands."""
    path.write_text(json.dumps(asdict(holder)), encoding="utf-8")


def read_holder(path: Path) -> LockHolder | None:
    """The holder of the lock; None if the lock has no holder, or the holder's process has ended."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return None  # there was no command yet, or the holder is about to write its name
    holder = LockHolder(record["command"], ProcessIdentity(**record["process"]), record["url"])
    return holder if holder.process.alive() else None


def _acquired(file: TextIO) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _refuse_while_held(path: Path) -> None:
    holder = read_holder(path)
    if holder is None:
        return
    if holder.url:
        raise InUseError(
            f"Airflow is running at {holder.url}: use its pages, or stop it with `make down` first."
        )
    raise InUseError(f"{holder.command} is already running (process {holder.process.pid}).")
