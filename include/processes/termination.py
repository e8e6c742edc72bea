"""End many processes at once, and those that they start meanwhile."""

import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import psutil

from include.processes.identity import ProcessIdentity

LOOK_AGAIN = 0.05
"""Seconds between two looks at who is left."""


def descendants() -> list[ProcessIdentity]:
    """This process's living descendants."""
    found = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # gone while we looked
            found.append(ProcessIdentity(process.pid, process.create_time()))
    return [one for one in found if one.alive()]


def end_all(
    those_left: Callable[[], Iterable[ProcessIdentity]], patience: float = 5.0
) -> set[ProcessIdentity]:
    """Ask all to end, those too that appear meanwhile; kill who is left after ``patience`` seconds.

    Returns:
        All that were ended.

    Raises:
        TimeoutError: some outlived even being killed.
    """
    asked: set[ProcessIdentity] = set()
    began = time.monotonic()
    while left := _living(those_left) or _living(those_left):  # a second look: one may just have forked
        waited = time.monotonic() - began
        if waited > patience + 10:
            raise TimeoutError(f"processes that can't be ended: {sorted(one.pid for one in left)}")
        for one in left if waited > patience else left - asked:
            one.signal(signal.SIGKILL if waited > patience else signal.SIGTERM)
        asked |= left
        time.sleep(LOOK_AGAIN)
    return asked


def _living(those_left: Callable[[], Iterable[ProcessIdentity]]) -> set[ProcessIdentity]:
    return {one for one in those_left() if one.alive()}
