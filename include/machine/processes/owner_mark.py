"""An environment variable that marks every process that works for one command.

By the mark, later commands can find these processes.

Every descendant inherits the mark. Airflow's processes change their titles, which would overwrite their
environment; ``SPT_NOENV`` prevents this.
"""

import os
from collections.abc import Iterator

import psutil

from include.machine import settings
from include.machine.processes.identity import ProcessIdentity

OWNER = settings.OWNER.name


def owner_environment(owner: ProcessIdentity) -> dict[str, str]:
    """The environment variables that mark a process as working for ``owner``."""
    return {OWNER: mark(owner), "SPT_NOENV": "1"}


def mark(owner: ProcessIdentity) -> str:
    """The mark of an owner: ``<pid>@<start time>``."""
    return f"{owner.pid}@{owner.started}"


def owner_of_this_process() -> ProcessIdentity | None:
    """The owner of this process, as named by its mark; None if this process has no mark."""
    return parse(settings.OWNER.read())


def working_for(owner: ProcessIdentity) -> list[ProcessIdentity]:
    """Every running process, except this one, with the mark of ``owner``, whoever its parent is."""
    return [process for process, its_owner in _marked() if its_owner == owner]


def orphans() -> list[ProcessIdentity]:
    """Every running process, except this one, whose mark names an owner that has ended."""
    return [process for process, owner in _marked() if not owner.alive()]


def _marked() -> Iterator[tuple[ProcessIdentity, ProcessIdentity]]:
    for process in psutil.process_iter():
        try:
            owner = parse(process.environ().get(OWNER))
            if owner and process.pid != os.getpid():
                yield ProcessIdentity(process.pid, process.create_time()), owner
        except psutil.Error:
            continue  # the process belongs to another user, or has just ended


def parse(mark: str | None) -> ProcessIdentity | None:
    """The process that a mark identifies; None if there is no mark."""
    if not mark:
        return None
    pid, start_time = mark.split("@")
    return ProcessIdentity(int(pid), float(start_time))
