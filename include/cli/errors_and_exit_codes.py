"""The exit codes of the command, and the errors that lead to them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import NoReturn

import typer
from rich.console import Console

from include.cli.local_airflow.process_cleanup import unwind_on_signals
from include.machine.errors import AirflowError, HistoryError, UserError
from include.machine.storage.object_store_errors import StorageError


class ExitCode(IntEnum):
    """The exit codes of the command."""

    GOOD = 0
    FAILED = 1
    BAD_REQUEST = 2
    BROKEN = 3
    WORSE = 4
    INCONCLUSIVE = 5
    INTERRUPTED = 130


class BadRequestError(UserError, ValueError):
    """The command cannot do what the user requested. The message says why, and what the user can do."""


@contextmanager
def exit_on_error(interrupted: str = "Interrupted.") -> Iterator[None]:
    """Print the message of an error, and end the command with the exit code for the error.

    After Ctrl+C, or a signal that asks this command to end, the message is ``interrupted``.
    """
    unwind_on_signals()
    try:
        yield
    except (UserError, StorageError) as error:
        _leave(str(error), ExitCode.BAD_REQUEST)
    except _failures() as error:
        _leave(str(error), ExitCode.FAILED)
    except KeyboardInterrupt:
        _leave(interrupted, ExitCode.INTERRUPTED)


def _failures() -> tuple[type[Exception], ...]:
    """Errors that occur after a request was accepted. A library that nothing has imported raised none."""
    httpx = sys.modules.get("httpx")
    return (
        AirflowError,
        ChildProcessError,
        HistoryError,
        TimeoutError,
        *([httpx.HTTPError] if httpx else []),
    )


def _leave(message: str, code: ExitCode) -> NoReturn:
    Console(stderr=True, highlight=False).print(message, style="red", markup=False, soft_wrap=True)
    raise typer.Exit(code) from None
