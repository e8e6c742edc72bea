"""A process identified by its id and its start time, so that a reused process id is never mistaken for it."""

import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

import psutil

POLL_SECONDS = 0.01
"""Interval between two checks whether processes have ended."""

KILL_TIMEOUT_SECONDS = 10.0
"""Time within which a killed process must be gone."""

START_TIME_TOLERANCE_SECONDS = 0.05
"""Largest difference between two readings of the start time of one process."""


@dataclass(frozen=True)
class ProcessIdentity:
    """A process that can be checked and ended long after it was started, and by another process.

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
        """Whether the process is still running; a zombie is not."""
        return self.process() is not None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process; do nothing if it has ended."""
        process = self.process()
        if process is not None:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    def end(self, grace_seconds: float) -> None:
        """Send SIGTERM, and SIGKILL after ``grace_seconds``; return when the process is gone."""
        end_together([self], grace_seconds)


def end_together(processes: Sequence[ProcessIdentity], grace_seconds: float) -> None:
    """Send SIGTERM to all, and SIGKILL to those that run after ``grace_seconds``; return when all are gone.

    Raises:
        TimeoutError: A killed process is still there after ten seconds.
    """
    for process in processes:
        process.signal(signal.SIGTERM)
    rest = _running_after(processes, grace_seconds)
    for process in rest:
        process.signal(signal.SIGKILL)
    immortal = _running_after(rest, KILL_TIMEOUT_SECONDS)
    if immortal:
        raise TimeoutError(
            f"processes {[process.pid for process in immortal]} were killed and are still running"
        )


def _running_after(processes: Sequence[ProcessIdentity], seconds: float) -> list[ProcessIdentity]:
    """The processes that still run after ``seconds``; returns as soon as none does."""
    last = time.monotonic() + seconds
    running = [process for process in processes if process.alive()]
    # Polled instead of waited for: most are not children of this process, and a process that its parent does
    # not collect stays a zombie, which only ``alive`` recognises as ended.
    while running and time.monotonic() < last:
        time.sleep(POLL_SECONDS)
        running = [process for process in running if process.alive()]
    return running
