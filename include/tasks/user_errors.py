"""A user's mistake ends a task with one message, and no stack trace."""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from include.storage.errors import StorageError

log = logging.getLogger("kerran")


@contextmanager
def plainly(*mistakes: type[Exception]) -> Iterator[None]:
    """Log the message of such an exception, of object storage, or of a full disk, and end the task.

    Airflow prints a stack trace for whatever else a task raises.
    """
    try:
        yield
    except mistakes as mistake:
        _end(str(mistake))
    except StorageError as error:
        _end(str(error))
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _end(f"no space left on the device that holds {error.filename or 'the run'}")


def _end(message: str) -> None:
    log.error(message)
    raise SystemExit(1) from None
