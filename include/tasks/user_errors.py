"""Errors that end a task with a message for the user, and the exception of a task with nothing to do."""

import errno
import logging

from include.machine.errors import UnreachableError, UserError
from include.machine.storage.object_store_errors import StorageError

log = logging.getLogger("kerran")

PASSING = (UnreachableError, StorageError)
"""Temporary errors: a registry or the storage of runs does not answer."""


class TaskSkippedError(Exception):
    """A task has nothing to do. The message, which tells why, is for the user."""


def words_for_user(error: Exception) -> str | None:
    """The message of an error that the user can correct, or of a full disk; None for any other error."""
    if isinstance(error, UserError | StorageError):
        return str(error)
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return f"No space is left on the device that holds {error.filename or 'the run'}."
    return None
