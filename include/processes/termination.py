"""End many processes at once, including those that they start meanwhile."""

import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress

import psutil

from include.processes.identity import KILL_TIMEOUT_SECONDS, ProcessIdentity

POLL_SECONDS = 0.05
"""Interval between two looks for running processes."""


def descendants() -> list[ProcessIdentity]:
    """The running descendants of this process."""
    processes = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # it ended meanwhile
            processes.append(ProcessIdentity(process.pid, process.create_time()))
    return [process for process in processes if process.alive()]


def end_all(
    remaining: Callable[[], Iterable[ProcessIdentity]], grace_seconds: float = 5.0
) -> set[ProcessIdentity]:
    """Send SIGTERM to all remaining processes, and SIGKILL to those that run after ``grace_seconds``.

    Args:
        remaining: Returns the processes that are to end; it is called until none of them runs.
        grace_seconds: Time between SIGTERM and SIGKILL.

    Returns:
        All processes that were ended.

    Raises:
        TimeoutError: A killed process is still there after ten seconds.
    """
    ended: set[ProcessIdentity] = set()
    began = time.monotonic()
    while left := _running(remaining) or _running(remaining):  # twice: a process may just have forked
        waited = time.monotonic() - began
        if waited > grace_seconds + KILL_TIMEOUT_SECONDS:
            pids = sorted(process.pid for process in left)
            raise TimeoutError(f"processes {pids} were killed and are still running")
        for process in left if waited > grace_seconds else left - ended:
            process.signal(signal.SIGKILL if waited > grace_seconds else signal.SIGTERM)
        ended |= left
        time.sleep(POLL_SECONDS)
    return ended


def _running(remaining: Callable[[], Iterable[ProcessIdentity]]) -> set[ProcessIdentity]:
    return {process for process in remaining() if process.alive()}
