"""Run something whose processes all end with it, by whatever it ends."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from include import settings
from include.processes.guardian import Guardian
from include.processes.parent_death_signal import adopt_orphans, end_with_parent
from include.processes.termination import descendants, end_all

CLEAN_UP = (sys.executable, "-m", "include.containers.leftovers")
"""Removes containers, which are no processes that the guardian could end."""

INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def end_as_asked() -> None:
    """Let every way of asking this command to end unwind it, and the death of the ``make`` it runs under."""
    for number in INTERRUPTS:
        signal.signal(number, signal.default_int_handler)
    if settings.MAKE_LEVEL.is_set:
        end_with_parent()


@contextmanager
def guarded(held: int) -> Iterator[Guardian]:
    """A guardian; when the block is left, everything has ended that it and this process started.

    Unless the guardian was told to stay. ``held`` is the descriptor of a lock, kept until then even when
    this process is killed.
    """
    adopt_orphans()
    guardian = Guardian(held=(held,), clean_up=CLEAN_UP)
    try:
        yield guardian
    finally:
        if not guardian.stays:
            _end(guardian)


def ignore_interrupts() -> None:
    """From now on: being impatient must not leave half of what is being ended running."""
    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)


def _end(guardian: Guardian) -> None:
    ignore_interrupts()
    guardian.dismiss()
    end_all(descendants)  # there are some only when the guardian was killed
