"""The signals that begin, resume and stop a load program. The program also ends when its parent process ends.

Signals work for processes and containers alike: SIGUSR1 lets the program begin and, when it comes again, lets
a producer finish before it has sent all messages. SIGUSR2 lets the program resume after a pause for a fault,
and SIGTERM stops it in an orderly way.
"""

import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import inf
from select import select
from socket import socketpair
from threading import Timer

from include.load.events import EventKind, emit
from include.machine import settings
from include.machine.processes.parent_death import end_with_parent, end_with_standard_input

PARENT = settings.PARENT.name
"""Environment variable: the id of the process that started this one."""


def die_with_parent() -> None:
    """Make the kernel kill this process when its parent process ends in any way.

    In a container, the kernel cannot do this. There, the process ends when its standard input closes.
    """
    end_with_standard_input()
    parent = settings.PARENT.read()
    if not parent:
        return
    end_with_parent(signal.SIGKILL)
    if os.getppid() != int(parent):  # The parent ended before the kernel was asked.
        raise SystemExit(f"the process {parent}, which started this process, has ended")


@contextmanager
def end_if_hung(timeout_seconds: float, before_end: Callable[[], None]) -> Iterator[None]:
    """Call ``before_end`` and end this process, if the ``with`` block does not end in time.

    Use this function for a call that only the end of the process can interrupt.
    """

    def end() -> None:
        before_end()
        os._exit(os.EX_TEMPFAIL)

    timer = Timer(timeout_seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class ProgramSignals:
    """The signals that a load program has received."""

    def __init__(self) -> None:
        self.begun = False
        self.finishing = False
        self.resumed = False
        self.stopping = False
        signal.signal(signal.SIGUSR1, self._begin)
        signal.signal(signal.SIGUSR2, self._resume)
        signal.signal(signal.SIGTERM, self._stop)
        # The kernel may deliver a signal to any thread, and libraries start threads when they are imported.
        # Python writes to this socket in any case, and so wakes the waiting thread.
        self._wakeups, self._waker = socketpair()
        self._waker.setblocking(False)
        signal.set_wakeup_fd(self._waker.fileno())

    def wait_for_begin(self) -> None:
        """Wait until the program is told to begin, or to stop."""
        while not self.begun and not self.stopping:
            self._wakeups.recv(1)

    def wait_for_resume(self) -> None:
        """Wait until the program is told to resume, or to stop."""
        while not self.resumed and not self.stopping:
            self._wakeups.recv(1)

    def wait_for_stop(self) -> None:
        """Wait until the program is told to stop."""
        while not self.stopping:
            self._wakeups.recv(1)

    def wait(self, seconds: float) -> None:
        """Wait until a signal arrives, but at most this number of seconds."""
        if select([self._wakeups], [], [], seconds)[0]:
            self._wakeups.recv(1)

    @property
    def descriptor(self) -> int:
        """The file descriptor that becomes readable when a signal arrives; an event loop can wait for it."""
        return self._wakeups.fileno()

    def take_wakeup(self) -> None:
        """Read the byte that a signal has written to the descriptor."""
        self._wakeups.recv(1)

    def _begin(self, _signal: int, _frame: object) -> None:
        self.finishing = self.begun
        self.begun = True

    def _resume(self, _signal: int, _frame: object) -> None:
        self.resumed = True

    def _stop(self, _signal: int, _frame: object) -> None:
        self.stopping = True


UNREPORTED_MESSAGES = 50
"""The number of messages that the producer sends, just before its pause, without taking delivery reports.

So when the fault strikes, brokers have written messages whose delivery reports the producer has not taken
yet.
"""


class PauseForFault:
    """The pause of a program after a number of messages, so that a fault can strike. It occurs only once."""

    def __init__(self, signals: ProgramSignals, after: int | None) -> None:
        """``after`` is the number of messages before the pause; if it is None, there is no pause."""
        self._signals = signals
        self._after = inf if after is None else after

    def is_near(self, sent: int) -> bool:
        """Whether the pause is at most ``UNREPORTED_MESSAGES`` messages away."""
        return sent >= self._after - UNREPORTED_MESSAGES

    def is_due(self, messages: int) -> bool:
        """Whether a program must pause after it has sent, copied or processed this number of messages."""
        return messages >= self._after

    def wait(self, counts: Mapping[str, int]) -> None:
        """Report the pause and the counts of the program, and wait until the program is told to go on."""
        self._after = inf
        emit(EventKind.PAUSED, counts=counts)
        self._signals.wait_for_resume()
