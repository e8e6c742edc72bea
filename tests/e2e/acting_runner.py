"""A runner of load programs with which a test strikes the producer while it is sending."""

from collections.abc import Callable
from pathlib import Path

from include.cells.runner import EventHandler, Runner, RunningProgram
from include.load.events import Event, EventKind
from include.load.program_descriptions import Program


class ActingRunner:
    """Does something to the producer once, when it reports that it is sending."""

    def __init__(self, runner: Runner, act: Callable[[RunningProgram], object]) -> None:
        self._runner, self._act, self._has_acted = runner, act, False
        self.access, self.record = runner.access, runner.record

    def start(self, program: Program, folder: Path, handler: EventHandler) -> RunningProgram:
        def listen(name: str, event: Event | None) -> None:
            if name == "producer" and event and event.event is EventKind.PROGRESS and not self._has_acted:
                self._has_acted = True
                self._act(self._producer)
            handler(name, event)

        started = self._runner.start(program, folder, listen)
        if program.name == "producer":
            self._producer = started
        return started
