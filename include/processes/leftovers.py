"""Processes that outlived the process they work for."""

from include import folders
from include.processes.registry import ProcessRegistry


def end_leftovers() -> list[str]:
    """End every registered process whose owner is gone, such as the brokers of a killed sweep.

    Returns:
        A description of each process that was ended, for a user.
    """
    ended = ProcessRegistry(folders.PROCESSES).end_orphans()
    return [f"{entry.what} (process {entry.process.pid})" for entry in ended]
