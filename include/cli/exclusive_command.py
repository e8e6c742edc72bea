"""A command that has this machine for itself while it works, and leaves no process behind."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from include.cli.leftovers import end_all_leftovers
from include.cli.lock import LOCK, Holder, Lock, locked
from include.cli.process_cleanup import guarded
from include.processes.guardian import Guardian
from include.processes.identity import ProcessIdentity


@dataclass(frozen=True)
class Alone:
    """The lock that keeps others away, and the guardian of all that the command starts."""

    lock: Lock
    guardian: Guardian


@contextmanager
def alone(command: str, say: Callable[[str], None]) -> Iterator[Alone]:
    """Keep other commands away, and end what killed ones left; ``say`` is told of each.

    Raises:
        InUseError: another command works; it says which.
    """
    with locked(LOCK) as lock:
        lock.name(Holder(command, ProcessIdentity.of(os.getpid())))
        for what in end_all_leftovers():
            say(f"Ended a leftover: {what}")
        with guarded(lock.descriptor) as guardian:
            yield Alone(lock, guardian)
