"""How a load program begins, stops, and never outlives whoever started it.

Signals, because they reach a process and a container alike: SIGUSR1 begins, SIGTERM ends in good order.
"""

import os
import signal

from include.processes.death import end_with_parent

PARENT = "KERRAN_PARENT"
"""The environment variable that names the process which started this one."""


def die_with_parent() -> None:
    """Have the kernel kill this process when the one that started it ends, however it ends.

    In a container, where no parent is named, nothing is done.
    """
    parent = os.environ.get(PARENT)
    if parent is None:
        return
    end_with_parent(signal.SIGKILL)
    if os.getppid() != int(parent):  # it died before the kernel was asked
        raise SystemExit(f"the process {parent} that started this one is gone")


class Lifetime:
    """The two signals of a load program; made before any thread, so that all threads inherit the mask."""

    def __init__(self) -> None:
        self.stopping = False
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        signal.signal(signal.SIGTERM, self._stop)

    def wait_for_begin(self) -> None:
        """Return when told to begin, or to stop before having begun."""
        while not self.stopping and signal.sigtimedwait({signal.SIGUSR1}, 1.0) is None:
            continue

    def _stop(self, _signal: int, _frame: object) -> None:
        self.stopping = True
