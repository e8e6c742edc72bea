"""Errors that the user can correct end a task with one message, and without a stack trace."""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from include.storage.errors import StorageError

log = logging.getLogger("kerran")


@contextmanager
def user_errors(*types: type[Exception]) -> Iterator[None]:
    """End the task with the message of an error of these types, of the object storage, or of a full disk.

    Airflow prints a stack trace for every other error of a task.
    """
    try:
        yield
    except types as error:
        _end(str(error))
    except StorageError as error:
        _end(str(error))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _end(f"No space is left on the device that holds {error.filename or 'the run'}.")


def _end(message: str) -> None:
    log.error(message)
    raise SystemExit(1) from None
