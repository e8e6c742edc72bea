"""Processes that outlived whoever they worked for."""

from include import folders
from include.processes.registry import Registry


def end_leftovers() -> list[str]:
    """End every registered process whose owner is gone, a killed sweep's brokers for instance.

    Returns:
        What was ended, for a person to read.
    """
    ended = Registry(folders.PROCESSES).end_orphans()
    return [f"{entry.what} (process {entry.process.pid})" for entry in ended]
