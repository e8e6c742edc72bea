"""Start processes that outlive the process that starts them, register them with their owner, and end them.

The end of a log tells a user why such a process ended.
"""

import os
import re
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


EXCERPT_LINES = 10
"""The number of last lines that are shown, and the maximum number of earlier error lines."""

ERROR_LINE = re.compile(r" (ERROR|FATAL) |^Caused by: |No space left on device|OutOfMemoryError")


def end_of_log(log: Path) -> str:
    """The excerpt of a log file; empty if there is no such file."""
    return end_of_text(log.read_text(encoding="utf-8", errors="replace") if log.exists() else "")


def end_of_text(text: str) -> str:
    """The last lines of a log, preceded by earlier lines that report an error.

    Indented lines are left out: stack frames, and the hundreds of settings that Kafka logs when it starts.
    """
    lines = [line for line in text.splitlines() if line and not line[0].isspace()]
    errors = [line for line in lines[:-EXCERPT_LINES] if ERROR_LINE.search(line)]
    return "\n".join(list(dict.fromkeys(errors))[:EXCERPT_LINES] + lines[-EXCERPT_LINES:])
