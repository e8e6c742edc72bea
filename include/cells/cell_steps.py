"""Run the steps of a cell: start programs, send messages, inject faults, receive, and stop programs."""

from dataclasses import dataclass, field
from time import monotonic, monotonic_ns
from typing import Any, cast

from include.cells.fault_injection import FaultInjection, FaultWindow
from include.cells.last_stable_offsets import LastStableOffsets
from include.cells.network_watch import NetworkWatch, check_round_trips, connections_lost
from include.cells.program_supervisor import POLL_SECONDS, ProgramSupervisor
from include.cells.scenario_workload import Workload
from include.clusters.leaders_and_coordinators import ClusterBrokers
from include.faults.scene import Scene
from include.faults.struck_group import is_balanced, owned_partitions
from include.load.consumer_jobs import ConsumerJob
from include.load.events import Event, EventKind
from include.load.job import Job
from include.load.program_descriptions import Program
from include.rawlog.manifest import NetworkRecord, ProgramRecord
from include.rawlog.schemas import Outcome
from include.settings.cell import ScenarioSettings
from include.settings.faults import KafkaCellSettings

SEND_TIMEOUT_SECONDS = 600.0
"""The constant part of the time-out for sending. The time-out is the expected time multiplied by
``SEND_TIMEOUT_FACTOR``, plus this constant."""

SEND_TIMEOUT_FACTOR = 2.0
"""The factor by which the time-out for sending multiplies the expected time."""

END_TIMEOUT_SECONDS = 60.0

COMPLETE_DRAIN_IDLE_SECONDS = 1.0
"""The time that replaces the workload's ``quiet_seconds`` when at least as many messages were received as
acknowledged. Equal numbers do not prove that all messages were received: two consumers may have received the
same message, and a message with an unknown outcome may still arrive."""

PAST_ALL_IDLE_SECONDS = 10.0
"""The time that replaces ``quiet_seconds`` when what processes the messages is past all of them. Messages
that it processes at the same time may still overtake each other."""

RECEIVE_TIMEOUT_SECONDS = 600.0
"""The constant part of the time-out for receiving what is in the log. The time-out is the time that sending
took multiplied by ``SEND_TIMEOUT_FACTOR``, plus this constant."""

READ_TIMEOUT_SECONDS = 120.0


class Arrivals:
    """The time since the number of received messages has grown."""

    def __init__(self) -> None:
        self._received = -1
        self.restart()

    def restart(self) -> None:
        """Count the time from now on."""
        self._since = monotonic()

    def idle_seconds(self, received: int) -> float:
        """The time in s since the number of messages has grown, or since the restart; now it is this one."""
        if received > self._received:
            self._received = received
            self.restart()
        return monotonic() - self._since


@dataclass
class CellSteps:
    """The programs, times and fault windows of a cell that is running."""

    workload: Workload[Any]
    supervisor: ProgramSupervisor
    timings: dict[str, int] = field(default_factory=dict)
    """The time at which the cell reached each step, by the step's name, in ns of the cell's clock."""
    reassigned: dict[str, int] = field(default_factory=dict)
    """The number of times that each consumer or copier was assigned partitions during the measurement, by its
    name."""
    windows: list[FaultWindow] = field(default_factory=list)
    network: NetworkRecord | None = None
    """The packets and round-trip times of the network; None if the cluster has no network bridge."""
    hanging: dict[int, int] = field(default_factory=dict)
    """The last stable offset of each partition with a hanging transaction, in the last topic."""

    def __post_init__(self) -> None:
        self.settings: ScenarioSettings = self.workload.settings
        self.cluster = self.workload.attempt.cluster
        self.programs = self.workload.programs()

    def run(self) -> list[ProgramRecord]:
        """Run the cell from the start of its programs to their end.

        Returns:
            A record of each program, with its client settings and its counts.
        """
        has_backlog = self.settings.traits.flow.has_backlog
        self._start([*self.programs.proxies, *self.programs.senders] if has_backlog else self.programs.all)
        self._record_time("programs_ready")
        counts_before = self._assignment_counts()
        self._send()
        if has_backlog:
            self._start(self.programs.receivers)
            self._record_time("receivers_ready")
            counts_before = self._assignment_counts()
        self._receive()
        counts_after = self._assignment_counts()
        self.reassigned = {name: counts_after[name] - before for name, before in counts_before.items()}
        self._end()
        return [self._record(program) for program in self.supervisor.programs]

    def _start(self, programs: list[Program]) -> None:
        """Start programs. Wait until they are ready and each group has assigned its partitions evenly."""
        for program in programs:
            self.supervisor.start(program)
        self.supervisor.wait_until(
            lambda: not self._reason_not_ready(programs),
            self.workload.ready_seconds,
            lambda: self._reason_not_ready(programs),
        )

    def _send(self) -> None:
        """Let the producers send all messages, and inject the faults while they send."""
        # Only these settings can name a fault.
        fault_settings = cast("KafkaCellSettings", self.settings)
        brokers, topic = ClusterBrokers(self.cluster), self.workload.topics.first
        scene = Scene(fault_settings, topic, self.programs, self.supervisor, brokers)
        injection = FaultInjection(self.settings, self.cluster, scene)
        producer = self.programs.producer.name
        watch = NetworkWatch(self.cluster.access.bridge, producer, self.supervisor.network(producer))
        with self.workload.while_sending(scene) as lasting_windows:
            for program in self.programs.producers:
                self.supervisor.begin(program.name)
            injection.run()
            self._wait_until_sent()
        self._record_time("sent")
        self.windows = [*injection.windows, *lasting_windows]
        self.network = watch.record(self.windows)
        check_round_trips(self.network, self.settings.traits.disturbance.round_trips)

    def _wait_until_sent(self) -> None:
        messages, pace = self.settings.messages, self.settings.traits.pace
        needed_seconds = messages / min(pace.messages_per_second, pace.expected_rate)
        expected_seconds = min(needed_seconds, pace.longest_sending_seconds)
        self.supervisor.wait_until(
            lambda: not self._senders_at_work(),
            expected_seconds * SEND_TIMEOUT_FACTOR + SEND_TIMEOUT_SECONDS,
            lambda: f"in a cell of {messages} messages, {', '.join(self._senders_at_work())} did not end",
        )

    def _assignment_counts(self) -> dict[str, int]:
        """The number of partition assignments to each receiver so far, by the receiver's name."""
        receivers = self.programs.receivers
        return {program.name: len(self.supervisor.assignments(program.name)) for program in receivers}

    def _senders_at_work(self) -> list[str]:
        """The names of the sending programs that have not ended yet."""
        senders = [program.name for program in self._programs_in_service(Job) if program.job.ends_by_itself]
        return [name for name in senders if not self._done_event(name)]

    def _receive(self) -> None:
        """Wait until all messages that can be received have been received."""
        flow, delivery = self.settings.traits.flow, self.settings.traits.delivery
        if flow.may_arrive_late or (delivery.is_acknowledged_by_client and not flow.reads_to_the_end):
            self._drain()
        elif not flow.reads_to_the_end:
            self._receive_all()
        if flow.reads_to_the_end:
            self._read_to_the_end()

    def _drain(self) -> None:
        """Wait until all messages have arrived, none arrives for some time, or a time limit is reached."""
        last_moment = monotonic() + self.settings.traits.pace.longest_drain_seconds
        arrivals = Arrivals()
        while not self._is_drained() and monotonic() < last_moment and not self._is_idle(arrivals):
            self.supervisor.listen(POLL_SECONDS)
        self._record_time("drained")

    def _receive_all(self) -> None:
        """Wait until all acknowledged messages have arrived, or the log has no message that was not read."""
        arrivals = Arrivals()

        def is_over() -> bool:
            if self._is_drained():
                return True
            if not self._is_idle(arrivals):
                return False
            arrivals.restart()  # the log is searched again only after another time without a message
            if self.workload.has_unread(self._positions()):
                return False
            return (
                self._is_complete()
                or self.workload.is_past_all(self.supervisor)
                or not self.workload.revive(self.supervisor)
            )

        sending_seconds = (self.timings["sent"] - self.timings["programs_ready"]) / 1e9
        timeout_seconds = sending_seconds * SEND_TIMEOUT_FACTOR + RECEIVE_TIMEOUT_SECONDS
        self.supervisor.wait_until(is_over, round(timeout_seconds), self._what_is_missing)
        self._record_time("drained")

    def _is_idle(self, arrivals: Arrivals) -> bool:
        """Whether no new message has arrived for so long that the log must be searched."""
        start_took_seconds = (self.timings["programs_ready"] - self.timings["topic_ready"]) / 1e9
        if self._is_complete():
            longest_seconds = COMPLETE_DRAIN_IDLE_SECONDS
        elif self.workload.is_past_all(self.supervisor):
            longest_seconds = PAST_ALL_IDLE_SECONDS
        else:
            longest_seconds = self.workload.quiet_seconds(start_took_seconds)
        return arrivals.idle_seconds(self._received_messages()) > longest_seconds

    def _is_complete(self) -> bool:
        """Whether at least as many deliveries were received as the acknowledged messages are due."""
        return self._received_messages() >= self._due_messages()

    def _positions(self) -> dict[int, int]:
        """The offset up to which each partition was read by one of the consumers."""
        positions: dict[int, int] = {}
        for event in self._progress_of_consumers():
            for partition, offset in (*event.at_end.items(), *event.positions.items()):
                positions[partition] = max(offset, positions.get(partition, 0))
        return positions

    def _what_is_missing(self) -> str:
        """What was not received, as the start of a sentence."""
        topic, positions = self.workload.topics.last, self._positions()
        ends = ClusterBrokers(self.cluster).log_ends(topic, self.settings.final_partitions)
        places = [
            f"partition {partition} up to offset {positions.get(partition, 0)} of {end}"
            for partition, end in sorted(ends.items())
            if positions.get(partition, 0) < end
        ]
        received, due = self._received_messages(), self._due_messages()
        return (
            f"{received} of {due} due messages were received from {topic}, whose log was not read to the end "
            f"({', '.join(places)})"
        )

    def _read_to_the_end(self) -> None:
        """Restore the cluster, and wait until each topic has been read as far as it can be read."""
        self.cluster.restore()
        hanging = {topic: self._wait_until_read(topic) for topic in self.workload.topics.all}
        self.hanging = hanging[self.workload.topics.last]
        self._record_time("drained")

    def _wait_until_read(self, topic: str) -> dict[int, int]:
        """Wait until each partition of a topic was read to its end or up to a hanging transaction.

        Returns:
            The last stable offset of each partition with a hanging transaction.
        """
        brokers, settings = ClusterBrokers(self.cluster), self.settings
        longest_seconds = settings.traits.delivery.longest_transaction_seconds
        stable_offsets = LastStableOffsets(brokers, topic, settings.final_partitions, longest_seconds)
        self.supervisor.wait_until(
            lambda: self._is_read(stable_offsets),
            READ_TIMEOUT_SECONDS + stable_offsets.longest_seconds,
            lambda: f"{topic} was not read to its end",
        )
        return stable_offsets.hanging

    def _is_read(self, stable_offsets: LastStableOffsets) -> bool:
        """Whether the present owners of all partitions report that they have read to the end."""
        readers = [
            program
            for program in self._programs_in_service(ConsumerJob)
            if program.job.topic == stable_offsets.topic
        ]
        events = [
            self._latest_event(program, EventKind.PROGRESS)
            for program in readers
            if not self._done_event(program.name)
        ]
        read = [position for event in events if event for position in event.at_end.items()]
        return len(read) == self.settings.final_partitions and stable_offsets.are_reached(read)

    def _end(self) -> None:
        """Stop all programs, and return when they are done and their records are complete.

        The proxy is stopped last, because members of a share group acknowledge through it at their end. This
        method does not wait until the programs have closed their connections.
        """
        proxies = {program.name for program in self.programs.proxies}
        names = [program.name for program in self._programs_in_service(Job)]
        self._stop([name for name in names if name not in proxies])
        self._stop([name for name in names if name in proxies])

    def _stop(self, names: list[str]) -> None:
        """Stop programs, and return when they are done."""
        for name in names:
            self.supervisor.stop(name)

        def unfinished() -> list[str]:
            return [name for name in names if not self._done_event(name)]

        self.supervisor.wait_until(
            lambda: not unfinished(), END_TIMEOUT_SECONDS, lambda: f"{', '.join(unfinished())} did not end"
        )

    def _is_drained(self) -> bool:
        """Whether the numbers of sent and received messages prove that no message can arrive any more."""
        # A message of unknown outcome may still arrive. Of several consumers, two may have received the same
        # message: then the sum of their counts reaches the number of acknowledged messages too early.
        is_unproven = self._sent_messages(Outcome.UNKNOWN) > 0 or len(self.programs.consumers) > 1
        return not is_unproven and self._is_complete()

    def _reason_not_ready(self, programs: list[Program]) -> str:
        """Why these programs are not ready, as the start of a sentence; empty if they are ready."""
        unready = [program.name for program in programs if not self._is_ready(program)]
        if unready:
            return f"{', '.join(unready)} did not become ready"
        for group in (self.programs.consumers, self.programs.copiers):
            partitions = [owned_partitions(self.supervisor, member) for member in group]
            is_started = any(member in programs for member in group)
            if is_started and not is_balanced(partitions, self.settings.partitions):
                count = self.settings.partitions
                return (
                    f"the group, whose members own {partitions}, did not assign its {count} partitions evenly"
                )
        return ""

    def _is_ready(self, program: Program) -> bool:
        """Whether a program is ready. A group member is ready when its partitions are assigned."""
        is_ready = self._latest_event(program, EventKind.READY) is not None
        if not isinstance(program.job, ConsumerJob):
            return is_ready
        is_assigned = bool(self._latest_event(program, EventKind.ASSIGNED))
        return is_assigned or (is_ready and self._may_be_idle(program))

    def _may_be_idle(self, member: Program) -> bool:
        """Whether a member may stay without partitions because the group has too many members.

        The consumer protocol of Kafka 4 (KIP-848) does not tell a member that it gets no partition. So the
        number of members without an assignment is compared with the number of surplus members.
        """
        if member.job.client_settings.get("group.protocol") != "consumer":
            return False
        group = next(group for group in (self.programs.consumers, self.programs.copiers) if member in group)
        unassigned = [other for other in group if not self._latest_event(other, EventKind.ASSIGNED)]
        return len(unassigned) <= len(group) - self.settings.partitions

    def _received_messages(self) -> int:
        """How many messages the consumers have reported as received: repeated ones only as often as due."""
        return sum(event.counts["different"] for event in self._progress_of_consumers())

    def _due_messages(self) -> int:
        """How often the acknowledged messages are due to be received; 0 until all producers are done."""
        return self._sent_messages(Outcome.ACKED) * self.settings.traits.flow.due_deliveries

    def _progress_of_consumers(self) -> list[Event]:
        events = [self._latest_event(consumer, EventKind.PROGRESS) for consumer in self.programs.consumers]
        return [event for event in events if event]

    def _sent_messages(self, outcome: Outcome) -> int:
        """The number of sent messages with a given outcome; 0 until all producers are done."""
        done = [self._done_event(producer.name) for producer in self.programs.producers]
        return sum(event.counts[outcome.value] for event in done if event) if all(done) else 0

    def _record(self, program: Program) -> ProgramRecord:
        ready = self._latest_event(program, EventKind.READY)
        done = self._done_event(program.name) or self._latest_event(program, EventKind.HUNG)
        counts = {"connections_lost": connections_lost(program.job.folder / f"{program.name}.log")}
        if program.name in self.reassigned:
            counts["reassigned"] = self.reassigned[program.name]
        if program.name in self.supervisor.replaced:
            counts["replaced"] = 1
        return ProgramRecord(
            name=program.name,
            client_settings=ready.client_settings if ready else {},
            counts={**(done.counts if done else {}), **counts},
        )

    def cpu_seconds(self) -> float:
        """The CPU time of all programs, as the programs reported it."""
        done = [self._done_event(program.name) for program in self.supervisor.programs]
        return sum(event.cpu_seconds for event in done if event)

    def _programs_in_service(self, job: type[Job]) -> list[Program]:
        """The programs with this type of job, except for killed, failed and replaced programs."""
        return [
            program
            for program in self.supervisor.programs
            if isinstance(program.job, job) and not self.supervisor.is_out_of_service(program.name)
        ]

    def _latest_event(self, program: Program, kind: EventKind) -> Event | None:
        return self.supervisor.latest_event(program.name, kind)

    def _done_event(self, name: str) -> Event | None:
        return self.supervisor.latest_event(name, EventKind.DONE)

    def _record_time(self, moment: str) -> None:
        self.timings[moment] = monotonic_ns()
