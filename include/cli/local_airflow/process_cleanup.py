"""When a command ends in any way, end every process that it started.

Only one command of a checkout works at a time. If a command and its guardian were killed, a later command
ends the processes that are left.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from include.cli.local_airflow.lock import LOCK_FILE, LockHolder, held_lock, record_holder
from include.machine import settings
from include.machine.processes import owner_mark
from include.machine.processes.guardian import Guardian
from include.machine.processes.identity import ProcessIdentity, descendants, end_all
from include.machine.processes.parent_death import adopt_orphans, end_with_parent
from include.machine.processes.started_processes import end_leftovers

CLEAN_UP = (sys.executable, "-m", "include.machine.containers.leftovers")
"""The command by which the guardian removes containers. The guardian itself ends only processes."""

INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def unwind_on_signals() -> None:
    """Raise KeyboardInterrupt for each signal that should end this command.

    A command that ``make`` has started also ends when ``make`` ends.
    """
    for number in INTERRUPTS:
        signal.signal(number, signal.default_int_handler)
    if settings.MAKE_LEVEL.is_set:
        end_with_parent()


@contextmanager
def guarded(lock_descriptor: int) -> Iterator[Guardian]:
    """A guardian for the processes that the block starts.

    Unless the guardian was told to stay, the end of the block ends the guardian and every process that the
    guardian or this process has started. The guardian holds the lock until the clean-up is complete, even if
    this process is killed.
    """
    adopt_orphans()
    guardian = Guardian(descriptors=(lock_descriptor,), clean_up=CLEAN_UP)
    try:
        yield guardian
    finally:
        if not guardian.stays:
            ignore_interrupts()
            guardian.dismiss()
            end_all(descendants)  # only a killed guardian leaves descendants


def ignore_interrupts() -> None:
    """Ignore further interrupts, so that they do not stop the clean-up."""
    for number in INTERRUPTS:
        signal.signal(number, signal.SIG_IGN)


def end_all_leftovers() -> list[str]:
    """End every process and container whose owner has ended.

    Returns:
        A description of each ended process and removed container, for the user.
    """
    # It imports the engine's client, which takes long, and which no other function here needs.
    from include.machine.containers.leftovers import remove_leftovers

    brokers_and_programs = end_leftovers() + remove_leftovers()
    others = end_all(owner_mark.orphans)
    return brokers_and_programs + [
        f"process {process.pid}" for process in sorted(others, key=lambda process: process.pid)
    ]


@contextmanager
def exclusive_command(command: str, say: Callable[[str], None]) -> Iterator[Guardian]:
    """Exclude other commands, and end the leftover processes and containers of killed commands.

    A command that is excluded gets an error that names ``command``.

    The ``with`` block gets the guardian, which starts the processes of the command.
    """
    with held_lock(LOCK_FILE) as lock_descriptor:
        record_holder(LOCK_FILE, LockHolder(command, ProcessIdentity.of(os.getpid())))
        for leftover in end_all_leftovers():
            say(f"Ended a leftover: {leftover}")
        with guarded(lock_descriptor) as guardian:
            yield guardian
