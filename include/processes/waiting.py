"""Wait for a condition instead of for a fixed time."""

import time
from collections.abc import Callable

from include.errors import PlatformError

POLL_SECONDS = 0.02
"""Interval between two evaluations of the condition."""


class NotInTimeError(PlatformError):
    """A condition did not become true before its deadline."""


def wait_until(condition: Callable[[], bool], deadline: float, missing: Callable[[], str]) -> None:
    """Return when the condition is true.

    Args:
        condition: Evaluated every 20 ms.
        deadline: Seconds from now.
        missing: Describes what did not happen, for the error.

    Raises:
        NotInTimeError: the condition was not true within ``deadline`` seconds.
    """
    last = time.monotonic() + deadline
    while not condition():
        if time.monotonic() > last:
            raise NotInTimeError(f"{missing()} within {deadline:g} s")
        time.sleep(POLL_SECONDS)
