"""A mark in the environment of everything that works for one command, to be found when all else is lost.

Every descendant inherits it. (Airflow's processes rename themselves, which would overwrite it, were it not
for ``SPT_NOENV``.)
"""

import os
from collections.abc import Iterator

import psutil

from include.processes.identity import ProcessIdentity

OWNER = "KERRAN_OWNER"


def owner_environment(owner: ProcessIdentity) -> dict[str, str]:
    """The variables that mark a process as working for ``owner``."""
    return {OWNER: mark(owner), "SPT_NOENV": "1"}


def mark(owner: ProcessIdentity) -> str:
    """How the owner is written."""
    return f"{owner.pid}@{owner.started}"


def owner_of_this_process() -> ProcessIdentity | None:
    """For whom this process works; None when nobody marked it."""
    return parse(os.environ.get(OWNER))


def working_for(owner: ProcessIdentity) -> list[ProcessIdentity]:
    """Every living process that carries the owner's mark, whoever its parent is by now."""
    return [process for process, its_owner in _marked() if its_owner == owner]


def orphans() -> list[ProcessIdentity]:
    """Every living process whose owner is gone."""
    return [process for process, owner in _marked() if not owner.alive()]


def _marked() -> Iterator[tuple[ProcessIdentity, ProcessIdentity]]:
    for process in psutil.process_iter():
        try:
            owner = parse(process.environ().get(OWNER))
            if owner and process.pid != os.getpid():
                yield ProcessIdentity(process.pid, process.create_time()), owner
        except psutil.Error:
            continue  # another user's, or just gone


def parse(mark: str | None) -> ProcessIdentity | None:
    """The process that a mark names; None where there is no mark."""
    if not mark:
        return None
    pid, started = mark.split("@")
    return ProcessIdentity(int(pid), float(started))
