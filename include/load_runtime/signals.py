"""How a load program begins, stops, and never outlives whoever started it.

Signals, because they reach a process and a container alike: SIGUSR1 begins, SIGUSR2 lets a program go on that
holds still for a fault, SIGTERM ends in good order.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from socket import socketpair
from threading import Timer

from include import settings
from include.processes.parent_death_signal import end_with_parent
from include.processes.stdin_watchdog import end_with_standard_input

PARENT = settings.PARENT.name
"""The environment variable that names the process which started this one."""


def die_with_parent() -> None:
    """Have the kernel kill this process when the one that started it ends, however it ends.

    In a container, where the kernel can't, it ends with its standard input instead.
    """
    end_with_standard_input()
    parent = settings.PARENT.read()
    if not parent:
        return
    end_with_parent(signal.SIGKILL)
    if os.getppid() != int(parent):  # it died before the kernel was asked
        raise SystemExit(f"the process {parent} that started this one is gone")


@contextmanager
def end_if_hung(seconds: float, last_words: Callable[[], None]) -> Iterator[None]:
    """End this process if the block doesn't return in time, for a call that nothing else can end."""

    def end() -> None:
        last_words()
        os._exit(os.EX_TEMPFAIL)

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class Lifetime:
    """The signals of a load program, as words that turn true."""

    def __init__(self) -> None:
        self.begun = False
        self.released = False
        self.stopping = False
        signal.signal(signal.SIGUSR1, self._begin)
        signal.signal(signal.SIGUSR2, self._release)
        signal.signal(signal.SIGTERM, self._stop)
        # The kernel may hand a signal to any thread, and libraries start threads when they are imported:
        # whichever it is, Python writes to this socket, and whoever waits wakes up.
        self._woken, self._waker = socketpair()
        self._waker.setblocking(False)
        signal.set_wakeup_fd(self._waker.fileno())

    def wait_for_begin(self) -> None:
        """Return when told to begin, or to stop before having begun."""
        while not self.begun and not self.stopping:
            self._woken.recv(1)

    def wait_for_release(self) -> None:
        """Return when told to go on, or to stop."""
        while not self.released and not self.stopping:
            self._woken.recv(1)

    def wait_for_stop(self) -> None:
        """Return when told to stop."""
        while not self.stopping:
            self._woken.recv(1)

    def pause(self, seconds: float) -> None:
        """Return after so many seconds, or when told anything."""
        if select([self._woken], [], [], seconds)[0]:
            self._woken.recv(1)

    def _begin(self, _signal: int, _frame: object) -> None:
        self.begun = True

    def _release(self, _signal: int, _frame: object) -> None:
        self.released = True

    def _stop(self, _signal: int, _frame: object) -> None:
        self.stopping = True
