"""The command line of a load program as a process, which its client decides on."""

from pathlib import Path

from include.load_runtime.program import Program
from include.registry import acting_half
from include.scenarios.clients.registry import client_of


def command_of(program: Program, job: Path) -> list[str]:
    """Return the command line that runs a load program with this job file.

    Raises:
        ModuleNotFoundError: The client has no module in ``include.cells.clients``.
        PlatformError: What the client needs cannot be had.
    """
    name = client_of(program.client).name
    half = acting_half("include.cells.clients", name)
    if half is None:
        raise ModuleNotFoundError(f"include.cells.clients has no module for the client {name}")
    command: list[str] = half.command(program, job)
    return command
