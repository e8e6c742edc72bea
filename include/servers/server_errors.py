"""Turn errors of the load programs' clients into errors of the platform."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from include.errors import PlatformError
from include.load_runtime.scenarios.queue.jobs import QueueError


@contextmanager
def platform_errors() -> Iterator[None]:
    """Raise a QueueError of the block as a PlatformError.

    Raises:
        PlatformError: The server cannot be reached, or refused a request.
    """
    try:
        yield
    except QueueError as error:
        raise PlatformError(str(error)) from error


def answers(request: Callable[[], object]) -> bool:
    """Whether the server answers a request without an error."""
    try:
        request()
    except QueueError:
        return False
    return True
