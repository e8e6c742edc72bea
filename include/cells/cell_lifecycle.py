"""The course of a cell: who receives first, then the producer, what is broken meanwhile, then drain."""

from dataclasses import dataclass, field
from time import monotonic, monotonic_ns

from include.cells.connection_losses import connections_lost
from include.cells.fault_injection import Breaking
from include.cells.program_supervisor import Crew
from include.clusters.cluster import Cluster
from include.clusters.cluster_health import ends
from include.errors import PlatformError
from include.faults.group import is_shared_out, owned
from include.faults.scene import Scene
from include.load_runtime.events import Event, Kind
from include.load_runtime.job import ConsumerJob, Job, ProducerJob
from include.load_runtime.program import Program
from include.load_runtime.scenarios.reliable_ack.jobs import MonitorJob
from include.rawlog.manifest import ProgramRecord
from include.rawlog.schemas import Outcome
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.load_programs import LoadPrograms, Topics

READY_SECONDS = 60.0
SEND_SECONDS = 600.0
"""Beyond what the rate takes by itself, whether it is fixed or likely."""

PATIENCE = 2.0
"""So many times what is likely."""

END_SECONDS = 60.0
DRAIN_SECONDS = 5.0
"""Nothing came for so long: what is missing isn't coming."""

SETTLE_SECONDS = 1.0
"""The same, once as many were received as were acknowledged, where that alone doesn't prove that all were:
several consumers may have received the same message, and an unknown one may still appear."""

TO_THE_END_SECONDS = 120.0
"""Within which all must have been read that brokers have, after a fault."""


@dataclass
class Course:
    """A cell while it runs."""

    settings: DeliverySettings
    programs: LoadPrograms
    topics: Topics
    cluster: Cluster
    crew: Crew
    timings: dict[str, int] = field(default_factory=dict)
    reassigned: dict[str, int] = field(default_factory=dict)
    """How often a consumer or copier was told of other partitions while it was measured."""

    def __post_init__(self) -> None:
        """What can be broken is there as soon as the cell is."""
        scene = Scene(self.cluster, self.settings, self.topics, self.programs, self.crew)
        self.breaking = Breaking(scene)

    def run(self) -> list[ProgramRecord]:
        """Run it from the programs' start to their end; what each of them was and counted.

        Raises:
            CellError: a program failed, or something didn't come in time.
            FaultError: a fault didn't bite.
            PlatformError: a broker couldn't be broken, or mended.
        """
        has_backlog = self.settings.backlog
        self._start(self.programs.senders if has_backlog else self.programs.all)
        self._note("programs_ready")
        told = self._times_assigned()
        with self.breaking.lossy():
            self._send()
        if has_backlog:
            self._start(self.programs.receivers)
            self._note("receivers_ready")
            told = self._times_assigned()
        self._receive()
        now = self._times_assigned()
        self.reassigned = {name: now[name] - before for name, before in told.items()}
        self._end()
        return [self._record(program) for program in self.crew.programs]

    def _start(self, programs: list[Program]) -> None:
        """Ready: metadata known, transactions initialised; of a group, every partition owned."""
        for program in programs:
            self.crew.start(program)
        self.crew.wait_until(
            lambda: not self._missing(programs), READY_SECONDS, lambda: self._missing(programs)
        )

    def _send(self) -> None:
        settings = self.settings
        throttled = settings.messages / min(settings.messages_per_second, settings.likely_rate)
        self.crew.begin(self.programs.producer.name)
        self.breaking.break_and_mend()
        self.crew.wait_until(
            lambda: not self._sending(),
            throttled * PATIENCE + SEND_SECONDS,
            lambda: f"{', '.join(self._sending())} didn't send {settings.messages} messages",
        )
        self._note("sent")

    def _times_assigned(self) -> dict[str, int]:
        return {one.name: len(self.crew.assignments(one.name)) for one in self.programs.receivers}

    def _sending(self) -> list[str]:
        """The producers that aren't done, and will be; and a monitor, which waits for confirmations."""
        senders = [program.name for program in self._living(ProducerJob, MonitorJob)]
        return [name for name in senders if not self._done(name)]

    def _receive(self) -> None:
        """Listen until all was received that will be."""
        if self.settings.trails or not self.settings.reads_to_the_end:
            self._drain()
        if self.settings.reads_to_the_end:
            self._read_to_the_end()

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

    def _read_to_the_end(self) -> None:
        """Listen until all was read that brokers have: of the first topic before the last, which it feeds."""
        self.cluster.restore()
        for topic in self.topics.all:
            self._wait_until_read(topic)
        self._note("drained")

    def _wait_until_read(self, topic: str) -> None:
        self.crew.wait_until(
            lambda: self._is_read(topic), TO_THE_END_SECONDS, lambda: f"{topic} wasn't read to its end"
        )

    def _is_read(self, topic: str) -> bool:
        """Whether each of its partitions was read to the end, which only its present owner can say."""
        readers = [one for one in self._living(ConsumerJob) if one.job.topic == topic]
        said = [self._said(one, Kind.PROGRESS) for one in readers if not self._done(one.name)]
        read = [place for event in said if event for place in event.at_end.items()]
        if len(read) != self.settings.partitions:
            return False
        try:
            there = ends(self.cluster.access, topic, self.settings.partitions)
        except PlatformError:
            return False
        return all(offset >= there[partition] for partition, offset in read)

    def _end(self) -> None:
        """Wait until the raw log is written; nobody waits for the clients' farewell to their brokers."""
        for program in self._living(Job):
            self.crew.stop(program.name)
        self.crew.wait_until(
            lambda: not self._unfinished(),
            END_SECONDS,
            lambda: f"{', '.join(self._unfinished())} didn't finish its raw log",
        )

    def _unfinished(self) -> list[str]:
        living = [program.name for program in self._living(Job)]
        return [name for name in living if not self._done(name)]

    def _has_everything(self) -> bool:
        """Whether every message that may appear is proven to have appeared."""
        unproven = self._outcome(Outcome.UNKNOWN) > 0 or len(self.programs.consumers) > 1
        return not unproven and self._different() >= self._outcome(Outcome.ACKED)

    def _missing(self, programs: list[Program]) -> str:
        """What these programs lack to be ready, as the beginning of a sentence; empty when they are."""
        unready = [one.name for one in programs if not self._is_ready(one)]
        if unready:
            return f"{', '.join(unready)} didn't get ready"
        for group in (self.programs.consumers, self.programs.copiers):
            shares = [owned(self.crew, member) for member in group]
            if any(one in programs for one in group) and not is_shared_out(shares, self.settings.partitions):
                return f"the group hasn't shared out its {self.settings.partitions} partitions: {shares}"
        return ""

    def _is_ready(self, program: Program) -> bool:
        """Whether it has said that it is; a member of a group says what it owns."""
        has_subscribed = self._said(program, Kind.READY) is not None
        if _when_ready(program) is Kind.READY:
            return has_subscribed
        return bool(self._said(program, Kind.ASSIGNED)) or (has_subscribed and self._may_be_idle(program))

    def _may_be_idle(self, member: Program) -> bool:
        """Whether only so many of its group were told nothing as there are no partitions for.

        The consumer protocol of Kafka 4 (KIP-848) doesn't tell a member that it is to have none.
        """
        if member.job.client_settings.get("group.protocol") != "consumer":
            return False
        group = next(group for group in (self.programs.consumers, self.programs.copiers) if member in group)
        untold = [one for one in group if not self._said(one, Kind.ASSIGNED)]
        return len(untold) <= len(group) - self.settings.partitions

    def _different(self) -> int:
        said = [self._said(consumer, Kind.PROGRESS) for consumer in self.programs.consumers]
        return sum(event.counts["different"] for event in said if event)

    def _outcome(self, outcome: Outcome) -> int:
        done = self._done(self.programs.producer.name)
        return done.counts[outcome.value] if done else 0

    def _record(self, program: Program) -> ProgramRecord:
        ready = self._said(program, Kind.READY)
        done = self._done(program.name) or self._said(program, Kind.HUNG)
        seen = {"connections_lost": connections_lost(program.job.folder / f"{program.name}.log")}
        if program.name in self.reassigned:
            seen["reassigned"] = self.reassigned[program.name]
        if program.name in self.crew.replaced:
            seen["replaced"] = 1
        return ProgramRecord(
            name=program.name,
            client_settings=ready.client_settings if ready else {},
            counts={**(done.counts if done else {}), **seen},
        )

    def cpu_seconds(self) -> float:
        """CPU time of all programs, as they said themselves."""
        done = [self._done(program.name) for program in self.crew.programs]
        return sum(event.cpu_seconds for event in done if event)

    def _living(self, *jobs: type) -> list[Program]:
        """The programs with such a job that no fault has ended."""
        return [
            program
            for program in self.crew.programs
            if isinstance(program.job, jobs) and not self.crew.is_over(program.name)
        ]

    def _said(self, program: Program, kind: Kind) -> Event | None:
        return self.crew.latest(program.name, kind)

    def _done(self, name: str) -> Event | None:
        return self.crew.latest(name, Kind.DONE)

    def _note(self, moment: str) -> None:
        self.timings[moment] = monotonic_ns()


def _when_ready(program: Program) -> Kind:
    """What a program says when it is ready: of a group, what it owns."""
    return Kind.ASSIGNED if isinstance(program.job, ConsumerJob) else Kind.READY
