"""The life of a cell: receivers start first, then the producer; faults are injected meanwhile; then drain."""

from dataclasses import dataclass, field
from time import monotonic, monotonic_ns

from include.cells.connection_losses import connections_lost
from include.cells.fault_injection import FaultInjection, FaultWindow
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.scene import scene_of
from include.cells.workload import Workload
from include.clusters.cluster import Cluster
from include.clusters.cluster_health import ends
from include.errors import PlatformError
from include.faults.group import is_balanced, owned_partitions
from include.load_runtime.events import Event, Kind
from include.load_runtime.job import ConsumerJob, Job
from include.load_runtime.program import LoadPrograms, Program
from include.rawlog.manifest import ProgramRecord
from include.rawlog.schemas import Outcome
from include.scenarios.scenario_settings import ScenarioSettings

READY_SECONDS = 60.0
SEND_SECONDS = 600.0
"""Beyond what the rate takes by itself, whether it is fixed or expected."""

EXPECTED_TIMES = 2.0
"""Sending may take so many times what is expected."""

END_SECONDS = 60.0
DRAIN_SECONDS = 5.0
"""When nothing has come for so long, what is missing will not come."""

SETTLE_SECONDS = 1.0
"""The same, once as many messages were received as were acknowledged, where that alone does not prove that
all were: several consumers may have received the same message, and an unknown one may still appear."""

TO_THE_END_SECONDS = 120.0
"""Within so many seconds consumers must have read everything that brokers have."""


@dataclass
class CellLifecycle:
    """A cell while it runs; ``timings`` are its moments, in ns of its clock."""

    settings: ScenarioSettings
    programs: LoadPrograms
    workload: Workload
    cluster: Cluster
    supervisor: ProgramSupervisor
    timings: dict[str, int] = field(default_factory=dict)
    reassigned: dict[str, int] = field(default_factory=dict)
    """How often a consumer or copier was assigned other partitions while it was measured."""
    windows: list[FaultWindow] = field(default_factory=list)
    """The windows in which something was broken."""

    def run(self) -> list[ProgramRecord]:
        """Run the cell from the programs' start to their end, and return what each of them was and counted.

        Raises:
            CellError: a program failed, or something did not come in time.
            FaultError: a fault had no effect.
            PlatformError: a broker could not be struck, or restored.
        """
        has_backlog = self.settings.has_backlog
        self._start(self.programs.senders if has_backlog else self.programs.all)
        self._note("programs_ready")
        assigned = self._times_assigned()
        self._send()
        if has_backlog:
            self._start(self.programs.receivers)
            self._note("receivers_ready")
            assigned = self._times_assigned()
        self._receive()
        now = self._times_assigned()
        self.reassigned = {name: now[name] - before for name, before in assigned.items()}
        self._end()
        return [self._record(program) for program in self.supervisor.programs]

    def _start(self, programs: list[Program]) -> None:
        """Start programs, and wait until they know the topic, or own partitions, and have transactions."""
        for program in programs:
            self.supervisor.start(program)
        self.supervisor.wait_until(
            lambda: not self._missing(programs), READY_SECONDS, lambda: self._missing(programs)
        )

    def _send(self) -> None:
        """Let the producer send everything, and break meanwhile what is to be broken."""
        scene = scene_of(
            self.cluster, self.settings, self.workload.topics.first, self.programs, self.supervisor
        )
        injection = FaultInjection(self.settings, self.cluster, scene)
        with self.workload.while_sending(scene) as lasting:
            self.supervisor.begin(self.programs.producer.name)
            injection.inject_and_end()
            self._wait_until_sent()
        self._note("sent")
        self.windows = [*injection.windows, *lasting]

    def _wait_until_sent(self) -> None:
        settings = self.settings
        expected = settings.messages / min(settings.messages_per_second, settings.expected_rate)
        self.supervisor.wait_until(
            lambda: not self._sending(),
            expected * EXPECTED_TIMES + SEND_SECONDS,
            lambda: f"{', '.join(self._sending())} did not send {settings.messages} messages",
        )

    def _times_assigned(self) -> dict[str, int]:
        return {one.name: len(self.supervisor.assignments(one.name)) for one in self.programs.receivers}

    def _sending(self) -> list[str]:
        """The programs that end by themselves when all is sent, and have not ended yet."""
        senders = [one.name for one in self._living(Job) if one.job.ends_by_itself]
        return [name for name in senders if not self._done(name)]

    def _receive(self) -> None:
        """Listen until everything was received that will be."""
        if self.settings.may_arrive_late or not self.settings.reads_to_the_end:
            self._drain()
        if self.settings.reads_to_the_end:
            self._read_to_the_end()

    def _drain(self) -> None:
        """Listen until all acknowledged messages were received, or nothing came for a while."""
        came, different = monotonic(), -1
        while not self._has_everything():
            if self._different() > different:
                came, different = monotonic(), self._different()
            is_complete = different >= self._outcome(Outcome.ACKED)
            if monotonic() - came > (SETTLE_SECONDS if is_complete else DRAIN_SECONDS):
                break
            self.supervisor.listen(0.1)
        self._note("drained")

    def _read_to_the_end(self) -> None:
        """Listen until everything was read that brokers have: of the first topic before the last, which it
        feeds."""
        self.cluster.restore()
        for topic in self.workload.topics.all:
            self._wait_until_read(topic)
        self._note("drained")

    def _wait_until_read(self, topic: str) -> None:
        self.supervisor.wait_until(
            lambda: self._is_read(topic), TO_THE_END_SECONDS, lambda: f"{topic} was not read to its end"
        )

    def _is_read(self, topic: str) -> bool:
        """Whether each partition was read to its end, which only its present owner can say."""
        readers = [one for one in self._living(ConsumerJob) if one.job.topic == topic]
        reported = [self._latest(one, Kind.PROGRESS) for one in readers if not self._done(one.name)]
        read = [place for event in reported if event for place in event.at_end.items()]
        if len(read) != self.settings.partitions:
            return False
        try:
            there = ends(self.cluster.access, topic, self.settings.partitions)
        except PlatformError:
            return False
        return all(offset >= there[partition] for partition, offset in read)

    def _end(self) -> None:
        """Wait until the raw log is written; nobody waits until the clients have left their brokers."""
        for program in self._living(Job):
            self.supervisor.stop(program.name)
        self.supervisor.wait_until(
            lambda: not self._unfinished(),
            END_SECONDS,
            lambda: f"{', '.join(self._unfinished())} did not finish its raw log",
        )

    def _unfinished(self) -> list[str]:
        living = [program.name for program in self._living(Job)]
        return [name for name in living if not self._done(name)]

    def _has_everything(self) -> bool:
        """Whether every message that may appear is proven to have appeared."""
        unproven = self._outcome(Outcome.UNKNOWN) > 0 or len(self.programs.consumers) > 1
        return not unproven and self._different() >= self._outcome(Outcome.ACKED)

    def _missing(self, programs: list[Program]) -> str:
        """What these programs lack to be ready, as the beginning of a sentence; empty when they are ready."""
        unready = [one.name for one in programs if not self._is_ready(one)]
        if unready:
            return f"{', '.join(unready)} were not ready"
        for group in (self.programs.consumers, self.programs.copiers):
            owned = [owned_partitions(self.supervisor, member) for member in group]
            if any(one in programs for one in group) and not is_balanced(owned, self.settings.partitions):
                return f"the group had not assigned its {self.settings.partitions} partitions: {owned}"
        return ""

    def _is_ready(self, program: Program) -> bool:
        """Whether it has reported that it is ready; a member of a group reports what it owns."""
        has_subscribed = self._latest(program, Kind.READY) is not None
        if not isinstance(program.job, ConsumerJob):
            return has_subscribed
        return bool(self._latest(program, Kind.ASSIGNED)) or (has_subscribed and self._may_be_idle(program))

    def _may_be_idle(self, member: Program) -> bool:
        """Whether only so many members of its group have no assignment as there are no partitions for.

        The consumer protocol of Kafka 4 (KIP-848) does not tell a member that it is to have none.
        """
        if member.job.client_settings.get("group.protocol") != "consumer":
            return False
        group = next(group for group in (self.programs.consumers, self.programs.copiers) if member in group)
        unassigned = [one for one in group if not self._latest(one, Kind.ASSIGNED)]
        return len(unassigned) <= len(group) - self.settings.partitions

    def _different(self) -> int:
        reported = [self._latest(consumer, Kind.PROGRESS) for consumer in self.programs.consumers]
        return sum(event.counts["different"] for event in reported if event)

    def _outcome(self, outcome: Outcome) -> int:
        done = self._done(self.programs.producer.name)
        return done.counts[outcome.value] if done else 0

    def _record(self, program: Program) -> ProgramRecord:
        ready = self._latest(program, Kind.READY)
        done = self._done(program.name) or self._latest(program, Kind.HUNG)
        seen = {"connections_lost": connections_lost(program.job.folder / f"{program.name}.log")}
        if program.name in self.reassigned:
            seen["reassigned"] = self.reassigned[program.name]
        if program.name in self.supervisor.replaced:
            seen["replaced"] = 1
        return ProgramRecord(
            name=program.name,
            client_settings=ready.client_settings if ready else {},
            counts={**(done.counts if done else {}), **seen},
        )

    def cpu_seconds(self) -> float:
        """CPU time of all programs, as they reported it themselves."""
        done = [self._done(program.name) for program in self.supervisor.programs]
        return sum(event.cpu_seconds for event in done if event)

    def _living(self, job: type[Job]) -> list[Program]:
        """The programs with such a job that no fault has ended."""
        return [
            program
            for program in self.supervisor.programs
            if isinstance(program.job, job) and not self.supervisor.is_over(program.name)
        ]

    def _latest(self, program: Program, kind: Kind) -> Event | None:
        return self.supervisor.latest(program.name, kind)

    def _done(self, name: str) -> Event | None:
        return self.supervisor.latest(name, Kind.DONE)

    def _note(self, moment: str) -> None:
        self.timings[moment] = monotonic_ns()
