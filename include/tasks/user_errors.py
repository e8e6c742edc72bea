"""Errors that the user can correct end a task with one message."""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from include.errors import UnreachableError, UserError
from include.storage.errors import StorageError

log = logging.getLogger("kerran")

PASSING = (UnreachableError, StorageError)
"""Errors that may pass after a while: a registry or a storage does not answer."""


class TaskFailedError(Exception):
    """A task cannot do its work. The message is for the user, and the task's log contains it already."""

    def __init__(self, message: str, *, may_pass: bool) -> None:
        """``may_pass``: whether the task may succeed when it is tried again after a while."""
        super().__init__(message)
        self.may_pass = may_pass


class TaskSkippedError(Exception):
    """A task has nothing to do, because another task failed. The message is for the user."""


@contextmanager
def user_errors(*types: type[Exception]) -> Iterator[None]:
    """End the task with the message of a UserError, of these types, of the object storage, or of a full disk.

    Airflow logs a stack trace with every error; the message is the first error in the task's log.

    Raises:
        TaskFailedError: There was such an error.
    """
    types_shown: tuple[type[Exception], ...] = (UserError, *types)
    try:
        yield
    except types_shown as error:
        _end(str(error), may_pass=isinstance(error, PASSING))
    except StorageError as error:
        _end(str(error), may_pass=True)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _end(f"No space is left on the device that holds {error.filename or 'the run'}.", may_pass=False)


def _end(message: str, *, may_pass: bool) -> None:
    log.error(message)
    raise TaskFailedError(message, may_pass=may_pass) from None
