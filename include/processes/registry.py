"""A registry on disk of every process that was started and has not been seen to end.

The process that starts another registers it with its owner, which is the process that it works for. Later
commands end every registered process whose owner is gone.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from include import folders
from include.processes.identity import ProcessIdentity, end_all

GRACE_SECONDS = 5.0
"""Time between SIGTERM and SIGKILL."""


@dataclass(frozen=True)
class RegisteredProcess:
    """A registered process, a description of it, and its owner; without an owner it is never an orphan."""

    what: str
    process: ProcessIdentity
    owner: ProcessIdentity | None


class ProcessRegistry:
    """The registered processes, one file each in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, what: str, process: ProcessIdentity, owner: ProcessIdentity | None = None) -> None:
        """Register a process that has just started, or register it again with another owner."""
        self._folder.mkdir(parents=True, exist_ok=True)
        entry = RegisteredProcess(what, process, owner)
        file = self._file(process)
        unfinished = file.with_suffix(".json.unfinished")
        unfinished.write_text(json.dumps(asdict(entry)), encoding="utf-8")
        unfinished.replace(file)

    def remove(self, process: ProcessIdentity) -> None:
        """Unregister a process that has ended."""
        self._file(process).unlink(missing_ok=True)

    def entries(self) -> Iterator[RegisteredProcess]:
        """All registered processes, whether they still run or not."""
        for file in sorted(self._folder.glob("*.json")):
            try:
                entry = json.loads(file.read_text(encoding="utf-8"))
            except FileNotFoundError:
                continue  # another process has just unregistered it
            owner = entry["owner"] and ProcessIdentity(**entry["owner"])
            yield RegisteredProcess(entry["what"], ProcessIdentity(**entry["process"]), owner)

    def end_all(self, grace_seconds: float = GRACE_SECONDS) -> list[RegisteredProcess]:
        """End every registered process; return those that were running."""
        return self._end(list(self.entries()), grace_seconds)

    def end_orphans(self, grace_seconds: float = GRACE_SECONDS) -> list[RegisteredProcess]:
        """End every registered process whose owner is gone; return those that were running."""
        orphans = [entry for entry in self.entries() if entry.owner and not entry.owner.alive()]
        return self._end(orphans, grace_seconds)

    def _end(self, entries: list[RegisteredProcess], grace_seconds: float) -> list[RegisteredProcess]:
        running = [entry for entry in entries if entry.process.alive()]
        end_all(lambda: [entry.process for entry in running], grace_seconds)
        for entry in entries:
            self.remove(entry.process)
        return running

    def _file(self, process: ProcessIdentity) -> Path:
        return self._folder / f"{process.pid}-{int(process.started * 100)}.json"


def end_leftovers() -> list[str]:
    """End every registered process whose owner is gone, such as the brokers of a killed sweep.

    Returns:
        A description of each process that was ended, for a user.
    """
    ended = ProcessRegistry(folders.PROCESSES).end_orphans()
    return [f"{entry.what} (process {entry.process.pid})" for entry in ended]
