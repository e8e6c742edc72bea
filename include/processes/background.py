"""Start processes that outlive the process that starts them, register them with their owner, and end them."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from include import folders
from include.processes.identity import ProcessIdentity, end_all
from include.processes.registry import ProcessRegistry


def launch(
    command: list[str], folder: Path, log: Path, environment: Mapping[str, str] | None = None
) -> ProcessIdentity:
    """Start a process that outlives this one; an earlier log is kept as ``<name>.earlier.log`` beside it.

    Args:
        command: The command line.
        folder: The working folder.
        log: The file for standard output and standard error.
        environment: Variables added to the environment of this process.
    """
    if log.exists():
        log.replace(log.with_suffix(".earlier.log"))
    with log.open("wb") as output:
        # A session of its own keeps the process from receiving an interrupt typed into this terminal.
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )
    return ProcessIdentity.of(process.pid)


def register(name: str, folder: Path, process: ProcessIdentity, owner: ProcessIdentity | None) -> None:
    """Register a process in ``folder`` with its owner; a later call replaces an earlier owner."""
    ProcessRegistry(folders.PROCESSES).add(f"{name} in {folder}", process, owner)


def end_registered(processes: Sequence[ProcessIdentity], grace_seconds: float) -> None:
    """End processes together, kill those that still run after ``grace_seconds``, and unregister all."""
    end_all(lambda: processes, grace_seconds)
    for process in processes:
        ProcessRegistry(folders.PROCESSES).remove(process)
