"""The load programs of a cell while they run: started together, listened to, ended together."""

import queue
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic, monotonic_ns
from types import TracebackType

from include.cells.errors import CellError
from include.cells.runner import Runner, RunningProgram
from include.load_runtime.events import Event, Kind
from include.load_runtime.program import AGAIN, Program, successor
from include.networks.network import Network

MOST_TIMES = 3
"""A program is replaced no more often."""


class ProgramSupervisor(AbstractContextManager["ProgramSupervisor"]):
    """Running load programs, and the latest that each of them said of every kind."""

    def __init__(
        self, runner: Runner, folder: Path, look: Callable[[], None], replaces: bool = False
    ) -> None:
        """Nothing runs yet.

        Args:
            runner: Starts them.
            folder: Where their jobs and their output lie.
            look: Called now and then while waiting, for instance to sample the machine.
            replaces: Whether another takes the place of a program whose client gives up, since a fault may
                make it do so; else the cell fails.
        """
        self._runner = runner
        self._folder = folder
        self._look = look
        self._replaces = replaces
        self.replaced: set[str] = set()
        """Programs in whose place another was started, because their client hung or gave up."""
        self._to_begin: set[str] = set()
        self._events: queue.Queue[tuple[str, Event | None]] = queue.Queue()
        self._running: dict[str, RunningProgram] = {}
        self._programs: dict[str, Program] = {}
        self._latest: dict[tuple[str, Kind], Event] = {}
        self._assignments: dict[str, list[Event]] = defaultdict(list)
        self._gone_ns: dict[str, int] = {}
        self._stopped: set[str] = set()
        self._ended: set[str] = set()
        self._over: set[str] = set()
        self._forgiven: set[str] = set()

    def start(self, program: Program) -> None:
        """Start a program."""
        self._programs[program.name] = program
        self._running[program.name] = self._runner.start(
            program, self._folder, lambda name, event: self._events.put((name, event))
        )

    @property
    def programs(self) -> list[Program]:
        """Every program that was started, in their order."""
        return list(self._programs.values())

    def begin(self, name: str) -> None:
        """Tell a program to begin."""
        self._running[name].begin()

    def stop(self, name: str) -> None:
        """Tell a program to end in good order; once, since it may not survive to be told again."""
        if name not in self._stopped:
            self._stopped.add(name)
            self._running[name].stop()

    def kill(self, name: str) -> None:
        """End a program at once, and don't count it as failed.

        Raises:
            CellError: it had failed by itself before.
        """
        self._over.add(name)
        self._forgiven.add(name)
        self._running[name].kill()
        self._gone_ns[name] = monotonic_ns()

    def pause(self, name: str) -> None:
        """Pause a program."""
        self._running[name].pause()

    def resume(self, name: str) -> None:
        """Resume a program that is paused or waits for a fault; from now on it may fail.

        What took over meanwhile may have left it nothing that it is allowed to do.
        """
        self._forgiven.add(name)
        self._running[name].resume()

    def network(self, name: str) -> Network | None:
        """A program's own network; None where it has none."""
        return self._running[name].network

    def is_over(self, name: str) -> bool:
        """Whether a program was killed, or has failed as it was allowed to."""
        return name in self._over

    def latest(self, name: str, kind: Kind) -> Event | None:
        """The latest event of a kind that a program sent."""
        return self._latest.get((name, kind))

    def assignments(self, name: str) -> list[Event]:
        """Every ``assigned`` event that a program sent."""
        return self._assignments[name]

    def gone_ns(self, name: str) -> int | None:
        """When a program's process was seen to be gone, in ns of the cell's clock; None where it wasn't."""
        return self._gone_ns.get(name)

    def has_ended(self, name: str) -> bool:
        """Whether a program has ended in good order."""
        return name in self._ended

    def wait_until(self, condition: Callable[[], bool], deadline: float, missing: Callable[[], str]) -> None:
        """Listen until the condition holds.

        Raises:
            CellError: a program failed, or ``deadline`` seconds went by; ``missing`` says what didn't come.
        """
        last = monotonic() + deadline
        while not condition():
            if monotonic() > last:
                raise CellError(f"{missing()} within {deadline:g} s")
            self.listen(0.1)

    def listen(self, patience: float) -> bool:
        """Take the events that are there, waiting ``patience`` seconds for a first; whether one came.

        Raises:
            CellError: a program failed.
        """
        self._look()
        try:
            self._take(*self._events.get(timeout=patience))
        except queue.Empty:
            return False
        while not self._events.empty():
            self._take(*self._events.get_nowait())
        return True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Whatever happened, no program is left. They are ended side by side: each end is waited for."""
        if self._running:
            with ThreadPoolExecutor(len(self._running)) as beside:
                list(beside.map(lambda program: program.end(), self._running.values()))

    def _take(self, name: str, event: Event | None) -> None:
        if event is None:
            self._took_its_end(name)
            return
        self._latest[name, event.event] = event
        if event.event is Kind.ASSIGNED:
            self._assignments[name].append(event)
        if event.event is Kind.READY and name in self._to_begin:
            self.begin(name)
        if event.event is Kind.HUNG:
            self._replace(name)
        if event.event is Kind.ERROR and name not in self._forgiven:
            if not self._may_replace(name):
                raise CellError(f"{name}: {event.reason}", name)
            self._replace(name)

    def _may_replace(self, name: str) -> bool:
        """Whether a program's client may have given up because of a fault: not at once, nor too often."""
        has_begun = self.latest(name, Kind.READY) is not None
        return self._replaces and has_begun and name.count(AGAIN) < MOST_TIMES

    def _replace(self, name: str) -> None:
        """Start another in the place of a program whose client hangs or gave up, as a supervisor would."""
        self._forgiven.add(name)
        self._over.add(name)
        self.replaced.add(name)
        again = successor(self._programs[name])
        self._to_begin.add(again.name)
        self.start(again)

    def _took_its_end(self, name: str) -> None:
        self._gone_ns.setdefault(name, monotonic_ns())
        failure = self._running[name].failure()
        if failure and name not in self._forgiven:
            raise CellError(f"{name} {failure}", name)
        self._ended.add(name)
        if failure:
            self._over.add(name)
