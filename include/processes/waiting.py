"""Waiting for a condition, never for a time."""

import time
from collections.abc import Callable

from include.errors import PlatformError

PAUSE = 0.02
"""Seconds between two looks."""


class NotInTimeError(PlatformError):
    """What was waited for didn't come."""


def wait_until(condition: Callable[[], bool], deadline: float, missing: Callable[[], str]) -> None:
    """Return once the condition holds.

    Raises:
        NotInTimeError: it didn't within ``deadline`` seconds; ``missing`` says what didn't come.
    """
    last = time.monotonic() + deadline
    while not condition():
        if time.monotonic() > last:
            raise NotInTimeError(f"{missing()} within {deadline:g} s")
        time.sleep(PAUSE)
