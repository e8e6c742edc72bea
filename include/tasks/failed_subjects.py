"""What the user wants to have judged, and does not work even before a fault: its other cells need not run."""

import json
from pathlib import Path

from include.machine.storage.atomic_write import put
from include.plan.treatment import Cell

FILE = "does-not-work.json"
"""A file in the folder of a cluster: the reason that the first cell has reported, by subject."""


def note_failure(folder: Path, cell: Cell, reason: str) -> None:
    """Note that the subject of a cell does not work."""
    put(folder / FILE, json.dumps({**_reasons(folder), cell.settings.subject: reason}))


def why_it_does_not_work(folder: Path, cell: Cell) -> str | None:
    """Why the subject of a cell does not work; None if that is not known."""
    return _reasons(folder).get(cell.settings.subject)


def forget_failures(folder: Path) -> None:
    """Forget the reasons, since the user may have changed the subject before the brokers were started."""
    (folder / FILE).unlink(missing_ok=True)


def _reasons(folder: Path) -> dict[str, str]:
    try:
        reasons: dict[str, str] = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return reasons
