"""The course of a delivery cell: consumers first, then the producer, then drain."""

from dataclasses import dataclass, field
from time import monotonic, monotonic_ns

from include.cells.crew import Crew
from include.programs.events import Event, Kind
from include.rawlog.manifest import ProgramRecord
from include.rawlog.schemas import Outcome
from include.scenarios.delivery import UNTHROTTLED, DeliverySettings
from include.scenarios.load_programs import LoadPrograms, Program

READY_SECONDS = 60.0
SEND_SECONDS = 600.0
"""Beyond what a fixed rate takes by itself."""

END_SECONDS = 60.0
DRAIN_SECONDS = 5.0
"""Nothing came for so long: what is missing isn't coming."""

SETTLE_SECONDS = 1.0
"""The same, once as many were received as were acknowledged, where that alone doesn't prove that all were:
several consumers may have received the same message, and an unknown one may still appear."""


@dataclass
class Delivery:
    """A delivery cell while it runs."""

    settings: DeliverySettings
    programs: LoadPrograms
    crew: Crew
    timings: dict[str, int] = field(default_factory=dict)

    def run(self) -> list[ProgramRecord]:
        """Run it from the programs' start to their end; what each of them was and counted.

        Raises:
            CellError: a program failed, or something didn't come in time.
        """
        self._start()
        self._send()
        self._drain()
        self._end()
        return [self._record(program) for program in self._all()]

    def _start(self) -> None:
        """Ready: every partition owned, metadata known, transactions initialised."""
        for program in self._all():
            self.crew.start(program)
        self.crew.wait_until(self._is_ready, READY_SECONDS, self._what_is_not_ready)
        self._note("programs_ready")

    def _send(self) -> None:
        producer = self.programs.producer.name
        self.crew.begin(producer)
        rate = self.settings.rate
        throttled = 0.0 if rate == UNTHROTTLED else self.settings.messages / rate
        self.crew.wait_until(
            lambda: self._done(producer) is not None,
            throttled + SEND_SECONDS,
            lambda: f"{producer} didn't send {self.settings.messages} messages",
        )
        self._note("sent")

    def _drain(self) -> None:
        """Listen until all acknowledged messages were received, or nothing came for a while."""
        came, different = monotonic(), -1
        while not self._has_everything():
            if self._different() > different:
                came, different = monotonic(), self._different()
            patience = SETTLE_SECONDS if different >= self._outcome(Outcome.ACKED) else DRAIN_SECONDS
            if monotonic() - came > patience:
                break
            self.crew.listen(0.1)
        self._note("drained")

    def _end(self) -> None:
        """Wait until the raw log is written; nobody waits for the clients' farewell to their brokers."""
        for program in self._all():
            self.crew.stop(program.name)
        self.crew.wait_until(
            lambda: not self._unfinished(),
            END_SECONDS,
            lambda: f"{', '.join(self._unfinished())} didn't finish its raw log",
        )

    def _unfinished(self) -> list[str]:
        return [program.name for program in self._all() if not self._done(program.name)]

    def _has_everything(self) -> bool:
        """Whether every message that may appear is proven to have appeared."""
        unproven = self._outcome(Outcome.UNKNOWN) > 0 or len(self.programs.consumers) > 1
        return not unproven and self._different() >= self._outcome(Outcome.ACKED)

    def _is_ready(self) -> bool:
        return not self._unready() and self._owned() == list(range(self.settings.partitions))

    def _unready(self) -> list[str]:
        producer = [] if self._said(self.programs.producer, Kind.READY) else [self.programs.producer.name]
        return producer + [one.name for one in self.programs.consumers if not self._said(one, Kind.ASSIGNED)]

    def _owned(self) -> list[int]:
        """The partitions that the consumers own; one that two of them claim stands twice."""
        claims = [self._said(consumer, Kind.ASSIGNED) for consumer in self.programs.consumers]
        return sorted(partition for claim in claims if claim for partition in claim.partitions)

    def _what_is_not_ready(self) -> str:
        if unready := self._unready():
            return f"{', '.join(unready)} didn't get ready"
        return f"the group owns partitions {self._owned()} and not all {self.settings.partitions} once"

    def _different(self) -> int:
        said = [self._said(consumer, Kind.PROGRESS) for consumer in self.programs.consumers]
        return sum(event.counts["different"] for event in said if event)

    def _outcome(self, outcome: Outcome) -> int:
        done = self._done(self.programs.producer.name)
        return done.counts[outcome.value] if done else 0

    def _record(self, program: Program) -> ProgramRecord:
        ready, done = self._said(program, Kind.READY), self._done(program.name)
        return ProgramRecord(
            name=program.name,
            client_settings=ready.client_settings if ready else {},
            counts=done.counts if done else {},
        )

    def cpu_seconds(self) -> float:
        """CPU time of all programs, as they said themselves."""
        done = [self._done(program.name) for program in self._all()]
        return sum(event.cpu_seconds for event in done if event)

    def _all(self) -> list[Program]:
        return [*self.programs.consumers, self.programs.producer]

    def _said(self, program: Program, kind: Kind) -> Event | None:
        return self.crew.latest(program.name, kind)

    def _done(self, name: str) -> Event | None:
        return self.crew.latest(name, Kind.DONE)

    def _note(self, moment: str) -> None:
        self.timings[moment] = monotonic_ns()
