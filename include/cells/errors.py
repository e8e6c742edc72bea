"""The error of a failed cell."""

from include.errors import UserError


class CellError(UserError):
    """A cell failed. The message is a sentence for the user.

    ``program`` is the name of the load program that failed first; None if no program failed.
    """

    def __init__(self, reason: str, program: str | None = None) -> None:
        super().__init__(reason)
        self.program = program
