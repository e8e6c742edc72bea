"""End what a command left running that was killed together with its guardian."""

from include.containers.leftovers import remove_leftovers
from include.processes import owner
from include.processes.leftovers import end_leftovers
from include.processes.termination import end_all


def end_all_leftovers() -> list[str]:
    """End every process, and remove every container, whose owner has ended.

    Returns:
        A description of each, for the user.
    """
    brokers_and_programs = end_leftovers() + remove_leftovers()
    others = end_all(owner.orphans)
    return brokers_and_programs + [f"process {one.pid}" for one in sorted(others, key=lambda one: one.pid)]
