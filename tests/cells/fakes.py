"""Load programs that send scripted events, to test the supervisor of load programs."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

from include.cells.program_supervisor import ProgramSupervisor
from include.cells.runner import EventHandler, RunningProgram
from include.clusters.cluster import Access
from include.load.consumer_jobs import ConsumerJob
from include.load.events import Event, EventKind
from include.load.program_descriptions import Program
from include.rawlog.manifest import RunnerRecord
from tests.load.jobs import job_of


def program(name: str) -> Program:
    return Program("none", job_of(ConsumerJob, name=name))


def event(kind: EventKind, **details: object) -> Event:
    return Event.model_validate({"event": kind, "at_ns": 0, **details})


def assigned(*partitions: int) -> Event:
    return event(EventKind.ASSIGNED, partitions=list(partitions))


class FakeProgram:
    """A program that was started by a fake runner; it remembers what it was told, such as ``begin``."""

    network: None = None

    def __init__(self, name: str, code: int | None) -> None:
        self.name = name
        self.ended = False
        self.told: list[str] = []
        self._code = code

    def __getattr__(self, word: str) -> Callable[[], None]:
        return partial(self.told.append, word)

    def end(self) -> None:
        self.ended = True

    def failure(self) -> str | None:
        return f"ended with exit code {self._code}" if self._code else None


class FakeRunner:
    """Starts programs that send the events of a script at once, and then exit if a code is given."""

    def __init__(self, *script: Event, code: int | None = None) -> None:
        self.programs: list[FakeProgram] = []
        self._handlers: dict[str, EventHandler] = {}
        self._script = script
        self._code = code

    @property
    def access(self) -> Access:
        return Access("nowhere:0")

    def record(self) -> RunnerRecord:
        return RunnerRecord(kind="fake")

    def send(self, name: str, event: Event) -> None:
        """Let a program that was started send an event."""
        self._handlers[name](name, event)

    def start(self, program: Program, _folder: Path, handler: EventHandler) -> RunningProgram:
        self.programs.append(FakeProgram(program.name, self._code))
        self._handlers[program.name] = handler
        for event in self._script:
            handler(program.name, event)
        if self._code is not None:
            handler(program.name, None)
        return cast("RunningProgram", self.programs[-1])


def started_supervisor(runner: FakeRunner, *names: str, replaces_failed: bool = False) -> ProgramSupervisor:
    """A supervisor whose runner has started programs of these names."""
    supervisor = ProgramSupervisor(runner, Path(), on_poll=lambda _: None, replaces_failed=replaces_failed)
    for name in names:
        supervisor.start(program(name))
    return supervisor
