"""An application cell: a feeder fills a topic, the application writes another, and a reader checks it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from include.cells.kafka_workload import KafkaWorkload, Sender
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.rawlog_assembly import remove_parts
from include.clusters.leaders_and_coordinators import ClusterBrokers
from include.clusters.topic_names import further_topic, name_of
from include.consumers.content_check import ContentCheck
from include.consumers.topic_log_audit import IdsOf
from include.kinds.client_releases import client_of
from include.kinds.fault import Target
from include.load.client_choice import DEFAULT_CLIENT
from include.load.events import EventKind
from include.load.message import HEADER_BYTES
from include.load.payload import FillerPool
from include.load.program_descriptions import LoadPrograms, Program, Topics
from include.rawlog.table_writer import write_table
from include.scenarios.application.command import filled, words_of
from include.scenarios.application.programs.counts import COUNTS_FILE, PATTERN, read_counts
from include.scenarios.application.programs.jobs import (
    END_MARKS,
    STATE_FOLDER,
    ApplicationJob,
    Blow,
    FeederJob,
    ReaderJob,
)
from include.scenarios.application.programs.values import ids_of_outputs
from include.scenarios.application.ready_made.registry import VARIABLES
from include.scenarios.application.settings import ApplicationSettings, ValueFormat

BLOWS = {
    "kill-application": Blow.KILL,
    "kill-application-at-request": Blow.KILL,
    "stop-application": Blow.STOP,
    "freeze-application": Blow.FREEZE,
    "scale-application": Blow.JOIN,
}


@dataclass(frozen=True)
class ApplicationWorkload(KafkaWorkload[ApplicationSettings]):
    """A workload with an input topic and an output topic."""

    @cached_property
    def topics(self) -> Topics:
        run, cell, number = self.attempt.run_id, self.attempt.cell.id, self.attempt.number
        return Topics(name_of(run, cell, number), name_of(run, further_topic(cell, "output"), number))

    @property
    def ready_seconds(self) -> float:
        """The maximum time until the programs are ready: that of the application, and some for ours."""
        return self.settings.start_seconds + super().ready_seconds

    def quiet_seconds(self, start_took_seconds: float) -> float:
        """The time for which the application may be down, and the time that it takes to start here."""
        return self.settings.restart_after_s + self.settings.quiet_seconds + start_took_seconds

    def programs(self) -> LoadPrograms:
        """A feeder, the application, and a reader."""
        settings = self.settings
        return LoadPrograms(
            producer=self._feeder(),
            consumers=[self._reader(index) for index in range(settings.consumers)],
            applications=[self._application(index) for index in range(settings.instances)],
            observers=self.observers(),
            proxy=self.proxy(settings.strike),
        )

    def has_unread(self, positions: Mapping[int, int]) -> bool:
        """Whether the output topic has, or may get, an output that the reader has not received.

        A dead application may leave a transaction open. Until the brokers abort it, nothing behind it can be
        read, so that what is missing then is late and not lost.
        """
        return super().has_unread(positions) or self._has_open_transaction()

    def _has_open_transaction(self) -> bool:
        if not self.settings.traits.delivery.is_transactional:
            return False
        brokers, topic = ClusterBrokers(self.attempt.cluster), self.topics.last
        ends, stable_ends = (
            brokers.log_ends(topic, self.settings.partitions, committed=committed)
            for committed in (False, True)
        )
        return any(stable_ends[partition] < end for partition, end in ends.items())

    def is_past_all(self, supervisor: ProgramSupervisor) -> bool:
        """Whether the output of the mark at the end of each input partition has come."""
        names = [program.name for program in supervisor.programs if isinstance(program.job, ReaderJob)]
        events = [supervisor.latest_event(name, EventKind.PROGRESS) for name in names]
        return sum(event.counts[END_MARKS] for event in events if event) >= self.settings.partitions

    def revive(self, supervisor: ProgramSupervisor) -> bool:
        """Restart the instances, as an operator does when no output comes, unless they were restarted."""
        names = [program.name for program in supervisor.programs if isinstance(program.job, ApplicationJob)]
        events = [supervisor.latest_event(name, EventKind.PROGRESS) for name in names]
        if any(event and event.counts["revived"] for event in events):
            return False
        for name in names:
            supervisor.release(name)
        return True

    def audit(self) -> None:
        self.read_log()

    def ids_of(self) -> IdsOf:
        """What gives the ids in outputs, of which nothing else is checked."""
        content = self.content
        no_filler = FillerPool(content.filler, content.filler_seed, 0)
        check = ContentCheck(content.filler_seed, self.settings.messages, no_filler)
        return partial(ids_of_outputs, check, self.settings.id_at)

    def write_files(self, _supervisor: ProgramSupervisor, _timings: dict[str, int]) -> None:
        """Write ``counts.parquet``, and remove what the instances kept for their next start."""
        folder = self.attempt.folder
        if self.settings.counts_at:
            write_table(folder / COUNTS_FILE, read_counts(folder))
        remove_parts(folder, ["*.state", PATTERN])

    def _feeder(self) -> Program:
        """The idempotent producer of the input topic. It is not under test."""
        sender = Sender(client_settings=self.feeder_settings(), keys=self.settings.keys)
        feeder = FeederJob.of(
            self.producer_job(sender), is_json=self._is_json, template=self.settings.message
        )
        return Program("include.scenarios.application.programs.feeder", feeder)

    def _application(self, index: int) -> Program:
        settings, topics, client = self.settings, self.topics, client_of(DEFAULT_CLIENT)
        name = f"application-{index}"
        values = {
            "bootstrap_servers": self._address_of_application(index),
            "input_topic": topics.first,
            "output_topic": topics.last,
            "group": topics.first,
            "transactional_id": f"{topics.first}-{index}",
            "instance": str(index),
            "state_folder": STATE_FOLDER,
            "semantics": settings.semantics,
        }
        file = Path(settings.settings_file) if settings.settings_file else None
        if file:
            values["settings_file"] = f"{STATE_FOLDER}/{file.name}"
        environment = {**(VARIABLES if settings.application else {}), **settings.environment}
        committed = {"isolation.level": "read_committed"}
        job = ApplicationJob(
            name=name,
            topic=topics.first,
            output=topics.last,
            partitions=settings.partitions,
            client_settings={**client.consumer_settings(settings, self.address, topics.last), **committed},
            producer_settings={"bootstrap.servers": self.address},
            ready_made=settings.application,
            command=[filled(word, values) for word in words_of(settings.command or "")],
            environment={name: filled(value, values) for name, value in environment.items()},
            inherited=settings.inherited.split(),
            settings_file=file,
            placeholders=values,
            working_folder=Path(settings.folder) if settings.folder else None,
            image=settings.image,
            index=index,
            is_json=self._is_json,
            template=settings.message,
            id_at=settings.id_at,
            count_at=settings.counts_at,
            outputs_per_message=settings.outputs_per_message,
            start_seconds=settings.start_seconds,
            restart_after_s=settings.restart_after_s,
            freeze_s=settings.freeze_s,
            blow=self._blow(index),
            **self.common,
        )
        return Program("include.scenarios.application.programs.application", job)

    def _blow(self, index: int) -> Blow | None:
        """What the fault does to an instance. One that joins is the last one."""
        for fault in self.settings.traits.disturbance.faults:
            if fault.target is Target.APPLICATION:
                blow = BLOWS.get(fault.name)  # none if the fault strikes its network
                return blow if blow is not Blow.JOIN or index == self.settings.instances - 1 else None
        return None

    def _reader(self, index: int) -> Program:
        """A reader of the output topic, in no group. It checks nothing of an output but its id."""
        fields = self.consumer_fields(index, without_group=True)
        fields["message_bytes"] = HEADER_BYTES
        fields["transformed"] = False
        settings = self.settings
        job = ReaderJob(
            id_at=settings.id_at,
            count_at=settings.counts_at,
            due_deliveries=settings.outputs_per_message,
            **fields,
        )
        return Program("include.scenarios.application.programs.reader", job)

    def _address_of_application(self, index: int) -> str:
        """The addresses of the brokers, or of the proxy, which strikes requests of the first instance only.

        It is also the instance that dies when a request is struck.
        """
        return self.proxied_address if self.settings.strikes_clients and not index else self.address

    @property
    def _is_json(self) -> bool:
        return self.settings.values is ValueFormat.JSON
