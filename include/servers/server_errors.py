"""What a server says when it is asked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from include.errors import PlatformError
from include.load_runtime.scenarios.queue.jobs import QueueError


@contextmanager
def answered() -> Iterator[None]:
    """What can't be asked within is the cluster's failure.

    Raises:
        PlatformError: the server can't be reached, or refused.
    """
    try:
        yield
    except QueueError as error:
        raise PlatformError(str(error)) from error


def does(ask: Callable[[], object]) -> bool:
    """Whether the server answers at all."""
    try:
        ask()
    except QueueError:
        return False
    return True
