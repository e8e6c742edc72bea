"""The file in which a failed cell names its reason. A failed cell has no manifest."""

from pydantic import BaseModel, ConfigDict

from include.storage.path import AnyPath

FAILURE_FILE = "failure.json"

ATTEMPTS_FOLDER = "attempts"
"""Beside ``cells/``: ``attempts/<cell id>.<n>/`` keeps the files of earlier attempts."""


class Failure(BaseModel):
    """Why a cell failed. The whole output of each program is beside it in ``<program>.log``."""

    model_config = ConfigDict(frozen=True)

    cell: str
    attempt: int
    reason: str
    """One sentence for a user."""
    program: str | None = None
    """The load program that failed first; None where none failed."""
    output: list[str] = []
    """The end of that program's output."""


def read_failure(cell: AnyPath) -> Failure:
    """Why the cell with this folder failed.

    Raises:
        FileNotFoundError: The cell did not fail, or its process was killed before it could write the reason.
    """
    return Failure.model_validate_json((cell / FAILURE_FILE).read_bytes())
