"""A share-group cell: a producer sends to a topic whose messages the members of a share group share."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count

import pyarrow as pa

from include.cells.kafka_workload import KafkaWorkload, Sender
from include.cells.pause_and_report_counts import pause_between_steps
from include.cells.program_supervisor import ProgramSupervisor
from include.cells.rawlog_assembly import remove_parts
from include.clusters.group_settings import set_group_settings
from include.clusters.leaders_and_coordinators import ClusterBrokers
from include.consumers.topic_log_audit import audit
from include.kinds.client_releases import client_of
from include.load.program_descriptions import LoadPrograms, Program, Topics
from include.machine.errors import PlatformError
from include.rawlog.table_writer import write_table
from include.scenarios.share_group.programs.delivery_records import (
    DEAD_LETTERS_FILE,
    DELIVERIES_FILE,
    PATTERNS,
    RENEWALS_FILE,
    read_deliveries,
    read_renewals,
)
from include.scenarios.share_group.programs.jobs import ShareMemberJob
from include.scenarios.share_group.settings import Acknowledgement, ShareGroupSettings
from include.scenarios.share_group.settled_offsets import is_all_settled
from include.scenarios.share_group.stored_state import STATE_FILE, stored_state

NOT_OF_SHARE_MEMBERS = (
    "allow.auto.create.topics", "auto.offset.reset", "enable.auto.commit", "auto.commit.interval.ms",
    "enable.partition.eof", "isolation.level", "partition.assignment.strategy", "session.timeout.ms",
    "heartbeat.interval.ms", "queued.min.messages", "queued.max.messages.kbytes", "fetch.queue.backoff.ms",
)  # fmt: skip
"""The settings of consumers that share consumers do not have: those of offsets, assignments and sessions."""


MOST_LOOKS = 3
"""How often the state of the group is looked at when no message has come for some time."""


def dead_letter_topic(topics: Topics) -> str:
    """The dead-letter topic of the group, with the prefix of the brokers.

    It is the default of ``errors.deadletterqueue.topic.name.prefix``.
    """
    return f"dlq.{topics.first}"


@dataclass(frozen=True)
class ShareGroupWorkload(KafkaWorkload[ShareGroupSettings]):
    """A workload with one topic, and a share group of the same name."""

    _looks: Iterator[int] = field(default_factory=lambda: count(1), init=False, compare=False)
    """The numbers of the looks at the state of the group."""

    def quiet_seconds(self, start_took_seconds: float) -> float:  # noqa: ARG002 - members start within it
        return self.settings.quiet_seconds

    @cached_property
    def topics(self) -> Topics:
        topics = super().topics
        return (
            replace(topics, others=(dead_letter_topic(topics),))
            if self.settings.dead_letter_topic
            else topics
        )

    def settings_of(self, topic: str) -> dict[str, str]:
        allows = {"errors.deadletterqueue.group.enable": "true"}
        return {**super().settings_of(topic), **(allows if topic in self.topics.others else {})}

    def create(self) -> None:
        super().create()
        settings, access = self.settings, self.attempt.cluster.access
        limit = {"share.delivery.count.limit": str(settings.delivery_limit)}
        dead_letters = {
            "errors.deadletterqueue.topic.name": dead_letter_topic(self.topics),
            "errors.deadletterqueue.copy.record.enable": "true",
        }
        set_group_settings(
            access,
            self.topics.first,
            {
                "share.auto.offset.reset": "earliest",
                "share.isolation.level": settings.traits.delivery.config.isolation_level,
                "share.record.lock.duration.ms": str(settings.lock_ms),
                "share.session.timeout.ms": str(settings.session_timeout_ms),
                **(limit if settings.delivery_limit else {}),
                **(dead_letters if settings.dead_letter_topic else {}),
            },
        )

    def programs(self) -> LoadPrograms:
        """A producer, and the members of the share group."""
        settings = self.settings
        return LoadPrograms(
            producer=self.producer(Sender(client=settings.client)),
            consumers=[self._member(index) for index in range(settings.consumers)],
            observers=self.observers(),
            proxy=self.proxy(settings.strike),
        )

    def has_unread(self, _positions: Mapping[int, int]) -> bool:
        """Whether the brokers have not stored every message as settled, so that some may come again.

        On a busy machine a group may get nothing for longer than a lock. A message that stays unsettled must
        not hold the cell for ever, so that a few looks are enough. In a log of transactions not every offset
        is a message.
        """
        if self.settings.traits.delivery.is_transactional or next(self._looks) > MOST_LOOKS:
            return False
        brokers, topic = ClusterBrokers(self.attempt.cluster), self.topics.first
        ends = brokers.log_ends(topic, self.settings.final_partitions)
        state = self._state()
        return state is not None and not is_all_settled(state, ends)

    def _state(self) -> pa.Table | None:
        """What the brokers have stored of the group; None on a cluster that does not let us read it."""
        brokers, group = ClusterBrokers(self.attempt.cluster), self.topics.first
        try:
            return stored_state(brokers, group, group, self.settings.final_partitions)
        except PlatformError:
            return None

    def audit(self) -> None:
        """Read the topic, what brokers have stored of the group, and its dead-letter topic if it has one."""
        self.read_log()
        if (state := self._state()) is not None:
            write_table(self.attempt.folder / STATE_FILE, state)
        if self.settings.dead_letter_topic:
            access, topic = self.attempt.cluster.access.settings, dead_letter_topic(self.topics)
            letters = audit(access, topic, self.settings.partitions, self.ids_of())
            write_table(self.attempt.folder / DEAD_LETTERS_FILE, letters)

    def write_files(self, supervisor: ProgramSupervisor, _timings: dict[str, int]) -> None:
        """Write ``share_deliveries.parquet``, and ``share_renewals.parquet`` if members renew locks."""
        folder = self.attempt.folder
        jobs = [program.job for program in supervisor.programs if isinstance(program.job, ShareMemberJob)]
        write_table(folder / DELIVERIES_FILE, read_deliveries(jobs))
        if self.settings.renew_ms is not None:
            write_table(folder / RENEWALS_FILE, read_renewals(jobs))
        remove_parts(folder, PATTERNS)

    def _member(self, index: int) -> Program:
        settings, client = self.settings, client_of(self.settings.client)
        address = self.proxied_address if settings.strikes_clients else self.address
        of_consumers = client.consumer_settings(settings, address, self.topics.first)
        own = {
            **{name: value for name, value in of_consumers.items() if name not in NOT_OF_SHARE_MEMBERS},
            "share.acknowledgement.mode": settings.acknowledgement.value,
        }
        if settings.socket_timeout_ms is not None:
            own["socket.timeout.ms"] = str(settings.socket_timeout_ms)
        fields = self.consumer_fields(index, client=settings.client, client_settings=own, without_group=True)
        # A share group of the warm-up would begin at the end of its topic, and receive nothing.
        fields["warm_up_messages"] = 0
        job = ShareMemberJob(
            is_implicit=settings.acknowledgement is Acknowledgement.IMPLICIT,
            released_percent=settings.released_percent,
            rejected_percent=settings.rejected_percent,
            poison_percent=settings.poison_percent,
            commit_messages=settings.commit_messages,
            renew_ms=settings.renew_ms,
            pause_after=pause_between_steps(settings, index),
            **fields,
        )
        return Program(client.share_member or "", job, settings.client)
