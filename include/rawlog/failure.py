"""What a cell leaves behind when it fails: its reason, instead of a manifest."""

from pydantic import BaseModel, ConfigDict

from include.storage.path import AnyPath

FAILURE_FILE = "failure.json"

ATTEMPTS_FOLDER = "attempts"
"""Beside ``cells/``: ``attempts/<cell id>.<n>/`` keeps what earlier attempts left."""


class Failure(BaseModel):
    """Why a cell failed; the programs' whole output lies beside it in ``<program>.log``."""

    model_config = ConfigDict(frozen=True)

    cell: str
    attempt: int
    reason: str
    """One sentence for a user."""
    program: str | None = None
    """The load program that failed first, where one did."""
    output: list[str] = []
    """The end of that program's output."""


def read_failure(cell: AnyPath) -> Failure:
    """The failure of a cell's folder.

    Raises:
        FileNotFoundError: it didn't fail, or not in a way that left a word.
    """
    return Failure.model_validate_json((cell / FAILURE_FILE).read_bytes())
