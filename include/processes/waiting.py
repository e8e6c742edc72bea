"""Wait for a condition instead of for a fixed time."""

import time
from collections.abc import Callable

from include.errors import PlatformError

POLL_SECONDS = 0.02
"""Interval between two evaluations of the condition."""


class NotInTimeError(PlatformError):
    """A condition did not become true before its deadline."""


def wait_until(condition: Callable[[], bool], timeout_seconds: float, missing: Callable[[], str]) -> None:
    """Return when the condition is true.

    Args:
        condition: Evaluated every 20 ms.
        timeout_seconds: The maximum time to wait.
        missing: Describes what did not happen, for the error.

    Raises:
        NotInTimeError: the condition was not true within ``timeout_seconds`` seconds.
    """
    last = time.monotonic() + timeout_seconds
    while not condition():
        if time.monotonic() > last:
            raise NotInTimeError(f"{missing()} within {timeout_seconds:g} s")
        time.sleep(POLL_SECONDS)
