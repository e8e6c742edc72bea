"""Read from many places at once, because every answer of an object store takes a while."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Place = TypeVar("Place")
Found = TypeVar("Found")

PARALLEL_READS = 8


def read_all(read: Callable[[Place], Found], places: Iterable[Place]) -> list[Found]:
    """What ``read`` returns for each place, in their order. An error that it raises is raised."""
    with ThreadPoolExecutor(PARALLEL_READS) as pool:
        return list(pool.map(read, places))
