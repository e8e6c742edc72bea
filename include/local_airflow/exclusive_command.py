"""A command that has this machine to itself while it works, and that leaves no process behind."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from include.local_airflow.lock import LOCK_FILE, Lock, LockHolder, held_lock
from include.local_airflow.process_cleanup import end_all_leftovers, guarded
from include.processes.guardian import Guardian
from include.processes.identity import ProcessIdentity


@dataclass(frozen=True)
class ExclusiveCommand:
    """The lock that keeps other commands away, and the guardian of every process that the command starts."""

    lock: Lock
    guardian: Guardian


@contextmanager
def exclusive_command(command: str, say: Callable[[str], None]) -> Iterator[ExclusiveCommand]:
    """Keep other commands away, and end the processes that killed commands left behind.

    Args:
        command: The name of the command, for the message to others.
        say: Called with a line for each process that was ended.
    """
    with held_lock(LOCK_FILE) as lock:
        lock.record_holder(LockHolder(command, ProcessIdentity.of(os.getpid())))
        for leftover in end_all_leftovers():
            say(f"Ended a leftover: {leftover}")
        with guarded(lock.descriptor) as guardian:
            yield ExclusiveCommand(lock, guardian)
