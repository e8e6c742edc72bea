"""Linux process control: adopt orphaned descendants, and receive a signal when the parent dies.

Source: prctl(2), PR_SET_CHILD_SUBREAPER and PR_SET_PDEATHSIG.
"""

import ctypes
import os
import signal

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
    """Receive this signal when the parent of this process dies."""
    _control(_SET_PARENT_DEATH_SIGNAL, number)
