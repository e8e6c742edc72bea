"""The errors whose messages are for the user."""


class UserError(Exception):
    """An error that the user may be able to correct.

    The message says what is wrong, and how to correct it.
    """


class PlatformError(UserError):
    """Brokers, servers, containers, networks or Java cannot do what a run needs."""


class UnreachableError(PlatformError):
    """A registry of packages or releases does not answer, but may answer after a while."""


class AirflowError(Exception):
    """Airflow cannot be started, or one of its processes ended. The message is for the user."""


class HistoryError(Exception):
    """Runs cannot be shown or compared. The message says why, and what the user can do."""


class CellError(UserError):
    """A cell failed. The message is a sentence for the user.

    ``program`` is the name of the load program that failed first; None if no program failed.
    """

    def __init__(self, reason: str, program: str | None = None) -> None:
        super().__init__(reason)
        self.program = program


class SubjectError(CellError):
    """What the user wants to have judged, such as an application, does not work even before a fault."""
