"""What a server says when it is asked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from include.clusters.cluster import ClusterError
from include.programs.queue_job import QueueError


@contextmanager
def answered() -> Iterator[None]:
    """What can't be asked within is the cluster's failure.

    Raises:
        ClusterError: the server can't be reached, or refused.
    """
    try:
        yield
    except QueueError as error:
        raise ClusterError(str(error)) from error


def does(ask: Callable[[], object]) -> bool:
    """Whether the server answers at all."""
    try:
        ask()
    except QueueError:
        return False
    return True
