"""Load programs that follow a script, to test what listens to them."""

from pathlib import Path

from include.cells.runner import EventHandler
from include.load_runtime.events import Event, Kind
from include.load_runtime.job import ConsumerJob
from include.load_runtime.program import Program
from include.rawlog.manifest import RunnerRecord


def program(name: str) -> Program:
    job = ConsumerJob(name=name, folder=Path(), topic="t", cell=1, messages=1, client_settings={}, index=0)
    return Program("none", job)


def event(kind: Kind, **details: object) -> Event:
    return Event.model_validate({"event": kind, "at_ns": 0, **details})


class FakeProgram:
    """Says what its script says as soon as it is started."""

    network: None = None

    def __init__(self, name: str, code: int | None) -> None:
        self.name = name
        self.ended = False
        self.told: list[str] = []
        self._code = code

    def begin(self) -> None:
        self.told.append("begin")

    def stop(self) -> None:
        self.told.append("stop")

    def kill(self) -> None:
        self.told.append("kill")

    def pause(self) -> None:
        self.told.append("pause")

    def resume(self) -> None:
        self.told.append("resume")

    def end(self) -> None:
        self.ended = True

    def failure(self) -> str | None:
        return f"ended with exit code {self._code}" if self._code else None


class FakeRunner:
    """Starts programs that say what they are told to, and end with a code where one is given."""

    def __init__(self, *script: Event, code: int | None = None) -> None:
        self.programs: list[FakeProgram] = []
        self._handlers: dict[str, EventHandler] = {}
        self._script = script
        self._code = code

    @property
    def bootstrap(self) -> str:
        return "nowhere:0"

    def record(self) -> RunnerRecord:
        return RunnerRecord(kind="fake")

    def says(self, name: str, said: Event) -> None:
        """Have a program that was started say something."""
        self._handlers[name](name, said)

    def start(self, program: Program, _folder: Path, handler: EventHandler) -> FakeProgram:
        self.programs.append(FakeProgram(program.name, self._code))
        self._handlers[program.name] = handler
        for said in self._script:
            handler(program.name, said)
        if self._code is not None:
            handler(program.name, None)
        return self.programs[-1]
