"""A file for every process that the project started and has not seen end.

Whoever starts a process registers it with the process it works for, its owner; whoever comes later ends
what has outlived its owner.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from include.processes.identity import ProcessIdentity, end_together


@dataclass(frozen=True)
class Registered:
    """A registered process: what it is, and for whom it runs."""

    what: str
    process: ProcessIdentity
    owner: ProcessIdentity | None


class Registry:
    """The registered processes, in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, what: str, process: ProcessIdentity, owner: ProcessIdentity | None = None) -> None:
        """Remember a process as soon as it has started."""
        self._folder.mkdir(parents=True, exist_ok=True)
        entry = Registered(what, process, owner)
        file = self._file(process)
        unfinished = file.with_suffix(".json.unfinished")
        unfinished.write_text(json.dumps(asdict(entry)), encoding="utf-8")
        unfinished.replace(file)

    def remove(self, process: ProcessIdentity) -> None:
        """Forget a process that was seen to end."""
        self._file(process).unlink(missing_ok=True)

    def entries(self) -> Iterator[Registered]:
        """All that is registered, whether it lives or not."""
        for file in sorted(self._folder.glob("*.json")):
            try:
                entry = json.loads(file.read_text(encoding="utf-8"))
            except FileNotFoundError:
                continue  # whoever saw it end has just removed it
            owner = entry["owner"] and ProcessIdentity(**entry["owner"])
            yield Registered(entry["what"], ProcessIdentity(**entry["process"]), owner)

    def end_all(self, patience: float = 5.0) -> list[Registered]:
        """End every registered process that lives; those that were ended."""
        return self._end(list(self.entries()), patience)

    def end_orphans(self, patience: float = 5.0) -> list[Registered]:
        """End every registered process whose owner is gone; those that were ended."""
        orphans = [entry for entry in self.entries() if entry.owner and not entry.owner.alive()]
        return self._end(orphans, patience)

    def _end(self, entries: list[Registered], patience: float) -> list[Registered]:
        living = [entry for entry in entries if entry.process.alive()]
        end_together([entry.process for entry in living], patience)
        for entry in entries:
            self.remove(entry.process)
        return living

    def _file(self, process: ProcessIdentity) -> Path:
        return self._folder / f"{process.pid}-{int(process.started * 100)}.json"
