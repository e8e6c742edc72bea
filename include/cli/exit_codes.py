"""The exit codes of the command, and the errors that lead to them."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import NoReturn

import httpx
import typer
from rich.console import Console

from include.errors import PlatformError
from include.history.errors import HistoryError
from include.local_airflow.database import DatabaseError
from include.local_airflow.lock import InUseError
from include.local_airflow.service import AirflowError
from include.matrix.run_id import RunIdError
from include.matrix.validation_errors import ExperimentError
from include.releases.catalogue import UnknownReleaseError
from include.settings import SettingError
from include.storage.errors import StorageError
from include.tasks.planning import RunConflictError


class ExitCode(IntEnum):
    """How the command ended."""

    COMPLETE = 0
    FAILED = 1
    BAD_REQUEST = 2
    INTERRUPTED = 130


class BadRequestError(ValueError):
    """The command cannot do what was asked for. The message says what would be right."""


BAD_REQUESTS = (
    BadRequestError,
    ExperimentError,
    InUseError,
    PlatformError,
    RunConflictError,
    RunIdError,
    SettingError,
    StorageError,
    UnknownReleaseError,
)
"""Errors that the user can correct. Their messages say how."""

FAILURES = (AirflowError, ChildProcessError, DatabaseError, HistoryError, TimeoutError, httpx.HTTPError)
"""Errors of the work itself."""


@contextmanager
def exit_on_error(interrupted: str = "Interrupted.") -> Iterator[None]:
    """Print the message of an error, and end the command with the exit code for the error.

    Args:
        interrupted: The message for an interrupt by the user.
    """
    try:
        yield
    except BAD_REQUESTS as error:
        _leave(str(error), ExitCode.BAD_REQUEST)
    except FAILURES as error:
        _leave(str(error), ExitCode.FAILED)
    except KeyboardInterrupt:
        _leave(interrupted, ExitCode.INTERRUPTED)


def _leave(message: str, code: ExitCode) -> NoReturn:
    Console(stderr=True, highlight=False).print(message, style="red", markup=False, soft_wrap=True)
    raise typer.Exit(code) from None
