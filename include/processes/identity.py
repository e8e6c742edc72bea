"""A process by its id and start time, so that a reused id is never mistaken for it."""

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

    def end(self, patience: float) -> None:
        """Ask it to end, wait ``patience`` seconds, then kill it; returns when it is gone."""
        process = self.process()
        if process is None:
            return
        try:
            process.terminate()
            process.wait(patience)
        except psutil.NoSuchProcess:
            return
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(10)
