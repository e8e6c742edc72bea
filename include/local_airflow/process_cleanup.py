"""End every process that a command started when the command ends, in whatever way it ends.

A command that was killed together with its guardian leaves processes, which a later command ends.
"""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from include import settings
from include.containers.leftovers import remove_leftovers
from include.processes import owner
from include.processes.guardian import Guardian
from include.processes.identity import descendants, end_all
from include.processes.parent_death import adopt_orphans, end_with_parent
from include.processes.registry import end_leftovers

CLEAN_UP = (sys.executable, "-m", "include.containers.leftovers")
"""Removes containers, which are not processes that the guardian could end."""

INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def unwind_on_signals() -> None:
    """Raise KeyboardInterrupt for each signal that asks this command to end; end when its ``make`` ends."""
    for number in INTERRUPTS:
        signal.signal(number, signal.default_int_handler)
    if settings.MAKE_LEVEL.is_set:
        end_with_parent()


@contextmanager
def guarded(lock_descriptor: int) -> Iterator[Guardian]:
    """A guardian. When the block ends, so does every process that the guardian and this process started.

    A guardian that was told to stay is left running. The guardian also holds the lock, so that the lock stays
    held until the clean-up is complete, even if this process is killed.
    """
    adopt_orphans()
    guardian = Guardian(held=(lock_descriptor,), clean_up=CLEAN_UP)
    try:
        yield guardian
    finally:
        if not guardian.stays:
            _end(guardian)


def ignore_interrupts() -> None:
    """Ignore further interrupts, so that an impatient user does not cut the clean-up short."""
    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)


def _end(guardian: Guardian) -> None:
    ignore_interrupts()
    guardian.dismiss()
    end_all(descendants)  # only a killed guardian leaves any


def end_all_leftovers() -> list[str]:
    """End every process, and remove every container, whose owner has ended.

    Returns:
        A description of each, for the user.
    """
    brokers_and_programs = end_leftovers() + remove_leftovers()
    others = end_all(owner.orphans)
    return brokers_and_programs + [
        f"process {process.pid}" for process in sorted(others, key=lambda process: process.pid)
    ]
