"""The identities of processes, by id and start time, and functions that end processes.

The start time distinguishes successive processes with the same id.
"""

import signal
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

import psutil

POLL_SECONDS = 0.05
"""Interval between two searches for running processes."""

KILL_TIMEOUT_SECONDS = 10.0
"""Time within which a killed process must have ended."""

AT_ONCE = -1.0
"""A time from SIGTERM to SIGKILL that is over when it begins: the processes get SIGKILL only."""

START_TIME_TOLERANCE_SECONDS = 0.05
"""Largest difference between two readings of the start time of one process."""


@dataclass(frozen=True)
class ProcessIdentity:
    """A process that can be checked and ended long after its start, even by another process.

    ``started`` is the start time in seconds since the Unix epoch, as psutil reports it.
    """

    pid: int
    started: float

    @classmethod
    def of(cls, pid: int) -> Self:
        """The identity of the process that has this id now.

        Raises:
            psutil.NoSuchProcess: No process has this id.
        """
        return cls(pid, psutil.Process(pid).create_time())

    def process(self) -> psutil.Process | None:
        """The running process; None if it has ended, is a zombie, or its id belongs to another process."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started) < START_TIME_TOLERANCE_SECONDS
            return process if same and process.status() != psutil.STATUS_ZOMBIE else None
        except psutil.NoSuchProcess:
            return None

    def alive(self) -> bool:
        """Whether the process is still running. A zombie does not count as running."""
        return self.process() is not None

    def is_at_rest(self) -> bool:
        """Whether the process has ended, was stopped, or takes no signal before something else has ended.

        The last is the state of a process that starts another one (vfork), until that one runs a program.
        """
        try:
            process = self.process()
            return process is None or process.status() in (psutil.STATUS_STOPPED, psutil.STATUS_DISK_SLEEP)
        except psutil.NoSuchProcess:
            return True

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process; do nothing if it has ended."""
        process = self.process()
        if process is not None:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    def end(self, grace_seconds: float) -> None:
        """Send SIGTERM, and SIGKILL after ``grace_seconds``. Return when the process has ended."""
        end_all(lambda: [self], grace_seconds)


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
    """Send SIGTERM to all remaining processes, and SIGKILL to those that still run after ``grace_seconds``.

    Args:
        remaining: A function that returns the processes to end. It is called until it returns no running
            process.
        grace_seconds: Time between SIGTERM and SIGKILL.

    Returns:
        All processes that were ended.

    Raises:
        TimeoutError: A killed process is still there after ten seconds.
    """
    ended_processes: set[ProcessIdentity] = set()
    began = time.monotonic()
    while survivors := _running(remaining) or _running(remaining):  # twice: a process may just have forked
        waited = time.monotonic() - began
        if waited > grace_seconds + KILL_TIMEOUT_SECONDS:
            pids = sorted(process.pid for process in survivors)
            raise TimeoutError(f"processes {pids} were killed and are still running")
        for process in survivors if waited > grace_seconds else survivors - ended_processes:
            process.signal(signal.SIGKILL if waited > grace_seconds else signal.SIGTERM)
        ended_processes |= survivors
        # Most processes are not children of this process, which therefore cannot wait for them. If the parent
        # of a process does not collect it, the process stays a zombie. ``alive`` recognises a zombie as
        # ended.
        time.sleep(POLL_SECONDS)
    return ended_processes


def _running(remaining: Callable[[], Iterable[ProcessIdentity]]) -> set[ProcessIdentity]:
    return {process for process in remaining() if process.alive()}
