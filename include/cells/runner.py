"""Where load programs run: the interface of processes and containers."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from include.load_runtime.events import Event
from include.load_runtime.program import Program
from include.networks.network import Network
from include.rawlog.manifest import RunnerRecord

EventHandler = Callable[[str, Event | None], None]
"""Called, from a thread of the runner's, with a program's name and its event; None when it has ended."""


class RunningProgram(Protocol):
    """A load program that was started."""

    @property
    def name(self) -> str:
        """Its name within the cell."""
        ...

    @property
    def network(self) -> Network | None:
        """Its own network; None where it shares this machine's, which is not to be broken."""
        ...

    def begin(self) -> None:
        """Tell it to begin."""

    def stop(self) -> None:
        """Tell it to end in good order."""

    def kill(self) -> None:
        """End it at once, as a fault."""

    def pause(self) -> None:
        """Pause it, as a fault."""

    def resume(self) -> None:
        """Resume it, whether it is paused or waits for the fault that it was to meet."""

    def end(self) -> None:
        """Make sure that it is gone, in whatever state it is."""

    def failure(self) -> str | None:
        """How it failed, as the end of a sentence about it; None when it ended in good order, or runs."""
        ...


class Runner(Protocol):
    """Starts load programs."""

    @property
    def bootstrap(self) -> str:
        """The addresses at which the programs reach the brokers."""
        ...

    def record(self) -> RunnerRecord:
        """What the manifest says of it."""
        ...

    def start(self, program: Program, folder: Path, handler: EventHandler) -> RunningProgram:
        """Start a program whose job, events and error output lie in ``folder``."""
        ...
