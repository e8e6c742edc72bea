"""The interface of the runners, which start load programs as processes or as containers."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TextIO

from include.clients.client_adapters import security_of
from include.clusters.cluster import Access
from include.load.events import Event
from include.load.program_descriptions import Program
from include.machine.networks.host_packet_rules import HostNetwork
from include.rawlog.manifest import RunnerRecord

EventHandler = Callable[[str, Event | None], None]
"""A function that receives the name of a program and an event; the event is None when the program has ended.
A runner calls the function in a separate thread."""

OUTPUT_TIMEOUT_SECONDS = 5.0
"""The maximum time to read the rest of a program's output after the program has ended."""


class RunningProgram(Protocol):
    """A load program that a runner has started."""

    @property
    def name(self) -> str:
        """The program's name within the cell."""

    @property
    def network(self) -> HostNetwork | None:
        """The program's own network; None if the program has no network that a fault can break."""

    def begin(self) -> None:
        """Tell the program to begin."""

    def finish(self) -> None:
        """Tell a producer that has begun to send no further message."""

    def stop(self) -> None:
        """Tell the program to end in an orderly way."""

    def kill(self) -> None:
        """Kill the program, as a fault."""

    def pause(self) -> None:
        """Pause the program, as a fault."""

    def resume(self) -> None:
        """Resume a program that a fault has paused, or that has paused itself for a fault."""

    def end(self) -> None:
        """End the program, whatever its state is."""

    def failure(self) -> str | None:
        """The failure of the program, as the end of a sentence that begins with its name.

        Returns:
            None if the program runs, or ended in an orderly way.
        """


class Runner(Protocol):
    """Starts load programs."""

    @property
    def access(self) -> Access:
        """How the programs reach the brokers."""

    def record(self) -> RunnerRecord:
        """The description of the runner for the manifest."""

    def start(self, program: Program, folder: Path, handler: EventHandler) -> RunningProgram:
        """Start a program.

        The program's job is written to ``<name>.job.json`` in ``folder``. The program's events and error
        output go to ``<name>.log``; the events also go to ``handler``.

        Raises:
            PlatformError: The network of the program cannot be prepared.
        """


def write_job(program: Program, folder: Path) -> Path:
    """Write the job of a program to ``<name>.job.json`` and return that file."""
    job = folder / f"{program.name}.job.json"
    program.job.write(job)
    return job


def open_log(program: Program, folder: Path) -> TextIO:
    """Open ``<name>.log`` for the events and the error output of a program."""
    return (folder / f"{program.name}.log").open("w", encoding="utf-8")


SECURITY_FILES = "*.security"
"""The pattern of the files with secret settings in the folder of a cell."""


def write_security(program: Program, folder: Path, security: Mapping[str, str]) -> Path | None:
    """Write the security settings of a program to a file that only this user can read, and return the file.

    The program removes the file after reading it, and its runner removes it when the program ends.

    Returns:
        None if there are no such settings.
    """
    text = security_of(program.client, security)
    if not text:
        return None
    file = folder.resolve() / f"{program.name}.security"
    file.unlink(missing_ok=True)
    with os.fdopen(
        os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
    ) as opened:
        opened.write(text)
    return file


def remove_security(folder: Path) -> None:
    """Remove the secret settings that programs have not read, because they or their runner were killed."""
    for file in folder.glob(SECURITY_FILES):
        file.unlink(missing_ok=True)
