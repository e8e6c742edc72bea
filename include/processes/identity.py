"""A process by its id and start time, so that a reused id is never mistaken for it."""

import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

import psutil


@dataclass(frozen=True)
class ProcessIdentity:
    """A process that can be asked whether it lives, and be ended, long after it was started.

    ``started`` is seconds since boot-time epoch as psutil gives it.
    """

    pid: int
    started: float

    @classmethod
    def of(cls, pid: int) -> Self:
        """The process that has this id now.

        Raises:
            psutil.NoSuchProcess: none has.
        """
        return cls(pid, psutil.Process(pid).create_time())

    def process(self) -> psutil.Process | None:
        """The living process; None when it is gone, a zombie, or its id was taken over by another."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started) < 0.05
            return process if same and process.status() != psutil.STATUS_ZOMBIE else None
        except psutil.NoSuchProcess:
            return None

    def alive(self) -> bool:
        """Whether it still runs (a zombie doesn't)."""
        return self.process() is not None

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal; when it is gone, nothing happens."""
        process = self.process()
        if process is not None:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    def end(self, patience: float) -> None:
        """Ask it to end, wait ``patience`` seconds, then kill it; returns when it is gone."""
        end_together([self], patience)


def end_together(processes: Sequence[ProcessIdentity], patience: float) -> None:
    """Ask all to end, wait ``patience`` seconds in all, then kill the rest; returns when they are gone.

    Raises:
        TimeoutError: a killed process is still there after ten seconds.
    """
    for process in processes:
        process.signal(signal.SIGTERM)
    rest = _outliving(processes, patience)
    for process in rest:
        process.signal(signal.SIGKILL)
    immortal = _outliving(rest, 10)
    if immortal:
        raise TimeoutError(
            f"processes {[process.pid for process in immortal]} were killed and are still there"
        )


def _outliving(processes: Sequence[ProcessIdentity], patience: float) -> list[ProcessIdentity]:
    """Those that still live after ``patience`` seconds, sooner when none does."""
    last = time.monotonic() + patience
    living = [process for process in processes if process.alive()]
    # Asked one by one instead of waited for: most are not this process's children, and one that its own
    # parent doesn't collect stays a zombie, which only ``alive`` knows to be gone.
    while living and time.monotonic() < last:
        time.sleep(0.01)
        living = [process for process in living if process.alive()]
    return living
