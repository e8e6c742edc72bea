"""Why a cell failed."""


class CellError(Exception):
    """A cell failed; the message is a sentence for a user.

    ``program`` names the load program that failed first, where one did.
    """

    def __init__(self, reason: str, program: str | None = None) -> None:
        super().__init__(reason)
        self.program = program
