"""Start processes that outlive their starter, register them with their owner, and end them.

Every registered process has a file on disk until it is unregistered. The owner is the process for which a
registered process works. Later commands end every registered process whose owner has ended.
"""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from include.machine import folders
from include.machine.processes.identity import ProcessIdentity, end_all
from include.machine.storage.atomic_write import put


@dataclass(frozen=True)
class RegisteredProcess:
    """A registered process, its description, and its owner. Without an owner, it is never a leftover."""

    what: str
    process: ProcessIdentity
    owner: ProcessIdentity | None


def launch(
    command: list[str], folder: Path, log: Path, environment: Mapping[str, str] | None = None
) -> ProcessIdentity:
    """Start, in a folder, a process that outlives this process.

    The new process inherits the environment variables of this process; ``environment`` adds or replaces some.
    ``log`` is the file for standard output and standard error. An earlier log is renamed to
    ``<name>.earlier.log``.
    """
    if log.exists():
        log.replace(log.with_suffix(".earlier.log"))
    with log.open("wb") as output:
        # In a session of its own, the process does not receive an interrupt from this terminal.
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )
    return ProcessIdentity.of(process.pid)


def register(what: str, process: ProcessIdentity, owner: ProcessIdentity | None = None) -> None:
    """Register a process that has just started, or register it again with another owner."""
    put(_file(process), json.dumps(asdict(RegisteredProcess(what, process, owner))))


def unregister(process: ProcessIdentity) -> None:
    """Unregister a process that has ended."""
    _file(process).unlink(missing_ok=True)


def registered() -> Iterator[RegisteredProcess]:
    """All registered processes, whether they still run or not."""
    for file in sorted(folders.PROCESSES.glob("*.json")):
        try:
            entry = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            continue  # another process has just unregistered it
        owner = entry["owner"] and ProcessIdentity(**entry["owner"])
        yield RegisteredProcess(entry["what"], ProcessIdentity(**entry["process"]), owner)


def end_registered(processes: Sequence[ProcessIdentity], grace_seconds: float = 5.0) -> None:
    """End processes together, kill those that still run after ``grace_seconds``, and unregister all."""
    end_all(lambda: processes, grace_seconds)
    for process in processes:
        unregister(process)


def end_leftovers() -> list[str]:
    """End every registered process whose owner has ended, such as the brokers of a killed sweep.

    Returns:
        A description of each process that was ended, for a user.
    """
    orphans = [entry for entry in registered() if entry.owner and not entry.owner.alive()]
    running = [entry for entry in orphans if entry.process.alive()]
    end_registered([entry.process for entry in orphans])
    return [f"{entry.what} (process {entry.process.pid})" for entry in running]


def _file(process: ProcessIdentity) -> Path:
    return folders.PROCESSES / f"{process.pid}-{int(process.started * 100)}.json"


EXCERPT_LINES = 10
"""The maximum number of lines that an excerpt takes from the end of a log. Earlier lines with an error have
the same maximum."""

ERROR_LINE = re.compile(r" (ERROR|FATAL) |^Caused by: |No space left on device|OutOfMemoryError")


def end_of_log(log: Path) -> str:
    """The excerpt of a log file; empty if there is no such file."""
    return end_of_text(log.read_text(encoding="utf-8", errors="replace") if log.exists() else "")


def end_of_text(text: str) -> str:
    """The last lines of a log, preceded by earlier lines that report an error.

    Indented lines are left out: stack frames, and the hundreds of settings that Kafka logs when it starts.
    """
    lines = [line for line in text.splitlines() if line and not line[0].isspace()]
    errors = [line for line in lines[:-EXCERPT_LINES] if ERROR_LINE.search(line)]
    return "\n".join(list(dict.fromkeys(errors))[:EXCERPT_LINES] + lines[-EXCERPT_LINES:])
