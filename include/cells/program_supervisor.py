"""The supervisor of a cell's load programs: it starts them, collects their events, and ends them."""

import queue
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic, monotonic_ns

from include.cells.runner import Runner, RunningProgram
from include.load.events import Event, EventKind
from include.load.program_descriptions import SUCCESSOR_SUFFIX, Program, successor
from include.machine.errors import CellError, SubjectError
from include.machine.networks.host_packet_rules import HostNetwork

MAX_REPLACEMENTS = 3
"""The maximum number of times that a program is replaced."""

POLL_SECONDS = 0.1
"""The maximum time to wait for an event before a condition is evaluated again."""


class ProgramSupervisor(AbstractContextManager["ProgramSupervisor"]):
    """The running load programs, with the latest event of each kind from each program.

    With ``replaces_failed``, a program that reports an error is replaced, because a fault may have caused the
    error. Without ``replaces_failed``, an error that a program reports makes the cell fail. On exit, every
    running program is ended.
    """

    def __init__(
        self,
        runner: Runner,
        folder: Path,
        on_poll: Callable[["ProgramSupervisor"], None],
        replaces_failed: bool = False,
    ) -> None:
        self._runner = runner
        self._folder = folder
        self._on_poll = on_poll
        self._replaces_failed = replaces_failed
        self.replaced: set[str] = set()
        """The programs that were replaced because their client hung or reported an error."""
        self._begin_when_ready: set[str] = set()
        self._events: queue.Queue[tuple[str, Event | None]] = queue.Queue()
        self._running: dict[str, RunningProgram] = {}
        self._programs: dict[str, Program] = {}
        self._latest_events: dict[tuple[str, EventKind], Event] = {}
        self._assignments: dict[str, list[Event]] = defaultdict(list)
        self._exit_ns: dict[str, int] = {}
        self._stopped: set[str] = set()
        self._out_of_service: set[str] = set()
        self._may_fail: set[str] = set()

    def start(self, program: Program) -> None:
        self._programs[program.name] = program
        self._running[program.name] = self._runner.start(
            program, self._folder, lambda name, event: self._events.put((name, event))
        )

    @property
    def programs(self) -> list[Program]:
        return list(self._programs.values())

    def begin(self, name: str) -> None:
        self._running[name].begin()

    def finish(self, name: str) -> None:
        while (replacement := name + SUCCESSOR_SUFFIX) in self._running:
            name = replacement
        self._running[name].finish()

    def stop(self, name: str) -> None:
        """Tell a program to end in an orderly way; a second call has no effect.

        A second signal could kill a program that is already ending.
        """
        if name not in self._stopped:
            self._stopped.add(name)
            self._running[name].stop()

    def kill(self, name: str) -> None:
        self._out_of_service.add(name)
        self._may_fail.add(name)
        self._running[name].kill()
        self._exit_ns[name] = monotonic_ns()

    def pause(self, name: str) -> None:
        self._running[name].pause()

    def resume(self, name: str) -> None:
        """Resume a program that a fault has paused, or that has paused itself for a fault.

        From then on, a failure of the program does not make the cell fail: another program may have fenced
        it during the pause.
        """
        self._may_fail.add(name)
        self.release(name)

    def release(self, name: str) -> None:
        self._running[name].resume()

    def network(self, name: str) -> HostNetwork | None:
        return self._running[name].network

    def is_out_of_service(self, name: str) -> bool:
        return name in self._out_of_service

    def latest_event(self, name: str, kind: EventKind) -> Event | None:
        return self._latest_events.get((name, kind))

    def assignments(self, name: str) -> list[Event]:
        """All ``assigned`` events from a program, in the order of arrival."""
        return self._assignments[name]

    def exit_ns(self, name: str) -> int | None:
        """When a program's exit was noticed, in ns of the cell's clock; None while the program runs."""
        return self._exit_ns.get(name)

    def wait_until(
        self, condition: Callable[[], bool], timeout_seconds: float, missing: Callable[[], str]
    ) -> None:
        """Handle events until the condition is true.

        Args:
            condition: Evaluated after each batch of events, at least every 0.1 s.
            timeout_seconds: The maximum time to wait.
            missing: Describes what has not happened, as the beginning of the error message.

        Raises:
            CellError: A program failed, or the condition was not true in time.
        """
        deadline = monotonic() + timeout_seconds
        while not condition():
            if monotonic() > deadline:
                raise CellError(f"{missing()} within {timeout_seconds:g} s")
            self.listen(POLL_SECONDS)

    def listen(self, timeout_seconds: float) -> bool:
        """Wait for an event until the time-out, then handle all events that have arrived.

        Returns:
            Whether an event arrived.
        """
        self._on_poll(self)
        try:
            self._handle(*self._events.get(timeout=timeout_seconds))
        except queue.Empty:
            return False
        while not self._events.empty():
            self._handle(*self._events.get_nowait())
        return True

    def __exit__(self, *_error: object) -> None:
        """End all programs in parallel, and wait until they have ended."""
        if self._running:
            with ThreadPoolExecutor(len(self._running)) as executor:
                list(executor.map(lambda program: program.end(), self._running.values()))

    def _handle(self, name: str, event: Event | None) -> None:
        if event is None:
            self._handle_exit(name)
            return
        self._latest_events[name, event.event] = event
        if event.event is EventKind.ASSIGNED:
            self._assignments[name].append(event)
        if event.event is EventKind.READY and name in self._begin_when_ready:
            self.begin(name)
        if event.event is EventKind.HUNG:
            self._replace(name)
        if event.event is EventKind.ERROR and name not in self._may_fail:
            if not self._may_replace(name):
                raise self._failure(name)(f"{name}: {event.reason}", name)
            self._replace(name)

    def _may_replace(self, name: str) -> bool:
        """Whether a failed program of Kerran may be replaced: it was ready, and not replaced too often."""
        may_be = self._was_ready(name) and not self._programs[name].job.is_of_user
        return self._replaces_failed and may_be and name.count(SUCCESSOR_SUFFIX) < MAX_REPLACEMENTS

    def _failure(self, name: str) -> type[CellError]:
        """The type of the error: whether it is the user's program that does not work, in no cell."""
        is_subject = self._programs[name].job.is_of_user and not self._was_ready(name)
        return SubjectError if is_subject else CellError

    def _was_ready(self, name: str) -> bool:
        return self.latest_event(name, EventKind.READY) is not None

    def _replace(self, name: str) -> None:
        """Start the successor of a program that hangs or has failed, as a process supervisor does."""
        self._may_fail.add(name)
        self._out_of_service.add(name)
        self.replaced.add(name)
        replacement = successor(self._programs[name])
        self._begin_when_ready.add(replacement.name)
        self.start(replacement)

    def _handle_exit(self, name: str) -> None:
        self._exit_ns.setdefault(name, monotonic_ns())
        failure = self._running[name].failure()
        if failure and name not in self._may_fail:
            raise CellError(f"{name} {failure}", name)
        if failure:
            self._out_of_service.add(name)
