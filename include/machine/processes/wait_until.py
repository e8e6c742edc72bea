"""Wait for a condition instead of for a fixed time."""

import time
from collections.abc import Callable

from include.machine.errors import PlatformError

POLL_SECONDS = 0.02
"""Interval between two evaluations of the condition."""


class NotInTimeError(PlatformError):
    """A condition did not become true before its deadline."""


def wait_until(
    condition: Callable[[], bool],
    timeout_seconds: float,
    missing: Callable[[], str],
    poll_seconds: float = POLL_SECONDS,
) -> None:
    """Wait until the condition is true.

    Args:
        condition: Evaluated at once, and then after each pause.
        timeout_seconds: The maximum time to wait.
        missing: Describes what did not happen, for the error.
        poll_seconds: The length of a pause.

    Raises:
        NotInTimeError: The condition was not true within ``timeout_seconds`` seconds.
    """
    last = time.monotonic() + timeout_seconds
    while not condition():
        if time.monotonic() > last:
            raise NotInTimeError(f"{missing()} within {timeout_seconds:g} s")
        time.sleep(poll_seconds)
