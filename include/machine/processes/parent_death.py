"""End this process when its parent dies, and adopt descendants whose own parent dies.

Source: prctl(2), PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG. For a process in a container, the kernel cannot
report the death of its parent. But the standard input of a container is a connection to the process that
attached to the container. The standard input closes when that process ends.
"""

import ctypes
import os
import signal
from threading import Thread

from include.machine import settings

LIFELINE = settings.LIFELINE.name
"""The environment variable that makes this process end when its standard input closes."""

STANDARD_INPUT = 0
READ_BYTES = 4096

_SET_PARENT_DEATH_SIGNAL = 1
_SET_CHILD_SUBREAPER = 36

_libc = ctypes.CDLL(None, use_errno=True)


def _control(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent dies."""
    _control(_SET_CHILD_SUBREAPER, 1)


def end_with_parent(number: signal.Signals = signal.SIGTERM) -> None:
    """Make the kernel send the signal ``number`` to this process when its parent dies."""
    _control(_SET_PARENT_DEATH_SIGNAL, number)


def end_with_standard_input() -> None:
    """If the variable ``LIFELINE`` is set, end this process at once when its standard input closes."""
    if settings.LIFELINE.read():
        Thread(target=_wait, name="stdin-watchdog", daemon=True).start()


def _wait() -> None:
    # Not read through sys.stdin: the interpreter crashes at exit while a thread holds the lock of sys.stdin.
    while os.read(STANDARD_INPUT, READ_BYTES):
        continue
    os._exit(os.EX_NOINPUT)
