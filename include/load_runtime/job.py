"""The job file: everything that a load program is told, validated when it is written and when it is read."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Self

from pydantic import BaseModel, Field, ValidationError

from include.load_runtime.events import ProgramError
from include.load_runtime.librdkafka import effective_settings
from include.load_runtime.payload import MessageContent
from include.load_runtime.strike import Strike


class Processing(StrEnum):
    """Whether a consumer processes the messages that it receives, and when it commits their offsets."""

    RECEIVE_ONLY = "receive-only"
    """Receive only, as in the published experiment; the client commits at an interval."""
    COMMIT_FIRST = "commit-first"
    """Commit, then process: at most once."""
    PROCESS_FIRST = "process-first"
    """Process, then commit and wait for the broker's answer: at least once."""
    PROCESS_FIRST_ASYNC = "process-first-async"
    """Process, then commit without waiting for the answer: at least once."""
    AUTO_COMMIT = "auto-commit"
    """Process; at an interval the client commits what it has handed over, processed or not."""


class Isolation(StrEnum):
    """Which messages of transactions a consumer receives (``isolation.level``)."""

    READ_COMMITTED = "read_committed"
    READ_UNCOMMITTED = "read_uncommitted"


class Job(BaseModel, extra="forbid", frozen=True):
    """The fields that the jobs of all load programs have."""

    ends_by_itself: ClassVar[bool] = False
    """Whether such a program ends when it has sent all messages, without being told to stop."""

    name: str
    """The program's name within its cell, e.g. ``producer`` or ``consumer-0``."""
    folder: Path
    topic: str
    cell: int
    """The cell's number in every message header."""
    messages: int = Field(ge=1)
    client_settings: dict[str, str]
    """librdkafka settings, none of which is secret."""
    takes_over: list[str] = []
    """The names of the earlier programs whose place this one takes, the first one first: a fault killed or
    suspended each of them, or it could not go on."""
    warm_up_messages: int = 0
    """The number of messages that the program handles on a topic of its own before it becomes ready. Only
    programs of a client whose code is compiled while it runs do so."""
    pause_after: int | None = None
    """The number of messages after which the program pauses, so that a fault strikes at that point."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the job from a file.

        Raises:
            ProgramError: The file cannot be read, or contains no valid job of this type.
        """
        try:
            return cls.model_validate_json(path.read_bytes())
        except OSError as error:
            raise ProgramError(f"{path}: {error.strerror}") from None
        except ValidationError as error:
            problems = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise ProgramError(f"{path}: {problems}") from None

    def secured(self, security: Mapping[str, str]) -> Self:
        """The job with secret settings added to its clients'. Never write that job to a file."""
        return self.model_copy(update={"client_settings": {**self.client_settings, **security}})

    def clients(self) -> dict[str, dict[str, str]]:
        """The settings of each client of the program, by a prefix that tells several clients apart."""
        return {"": self.client_settings}

    def in_effect(self) -> dict[str, str]:
        """Every effective setting of the program's clients, with the prefix of its client."""
        return {
            f"{prefix}{name}": value
            for prefix, settings in self.clients().items()
            for name, value in effective_settings(settings).items()
        }

    def write(self, path: Path) -> None:
        """Write the job to a file."""
        path.write_text(self.model_dump_json(indent=2), encoding="utf-8")


class Resend(StrEnum):
    """Which messages a producer sends that takes the place of an earlier producer."""

    NOT_HANDED_OVER = "not handed over"
    """At most once: the messages that the earlier producer never gave to its client."""
    NOT_ACKED = "not acked"
    """At least once: the messages for which the earlier producer received no acknowledgement."""
    NOT_COMMITTED = "not committed"
    """Exactly once: the messages in no transaction whose commit the earlier producer had called."""


def shared_messages(messages: int, producers: int, index: int) -> range:
    """The ids, of so many messages, that the producer with this number (from 0) sends."""
    return range(index, messages, producers)


class ProducerJob(Job, MessageContent):
    """The job of a producer."""

    ends_by_itself: ClassVar[bool] = True

    index: int = 0
    """The producer's number among those that share the messages, from 0."""
    producers: int = 1
    """The number of producers that share the messages: each sends those whose ids, divided by this number,
    leave its own number, so that all ids of a cell are due one after another."""
    partitions: int
    batch_bytes: int
    most_per_request: int
    linger_ms: float
    buffered_messages: int
    """The number of unacknowledged messages at which the producer waits."""
    rate: float | None = None
    """Messages per second; None: as fast as the client accepts them."""
    sending_seconds: float | None = None
    """The time after which the producer stops, though it has not sent all messages; None: it sends all."""
    untimed_messages: int = 0
    """The number of messages at the beginning that are not timed, at a fixed rate."""
    untimed_seconds: float = 0
    """The time at the beginning in which messages are not timed, without a fixed rate."""
    transaction_ms: int | None = None
    """The age at which a transaction is committed; None: no transactions."""
    resend: Resend = Resend.NOT_ACKED
    keeps_records_in_files: bool = False
    """Whether the producer keeps its records in files while it runs, because a fault may kill it."""
    keys: int = 0
    """The number of keys that messages take in turn and that decide on their partitions; 0: no keys."""
    milestones: list[int] = []
    """Numbers of messages after which the producer reports its progress at once."""
    congestion_control: str | None = None
    """TCP's congestion control in the producer's own network; None: as on this host."""
    transaction_messages: int | None = None
    """The number of messages after which a transaction ends, whatever its age; None: its age decides."""
    abort_percent: int = 0
    """The share of transactions that the application aborts on purpose, spread evenly."""
    drain_seconds: float | None = None
    """The time after the last send for which outcomes are awaited; None: until all are known."""
    end_timeout_ms: int | None = None
    """The time after which the producer gives up because a transaction has not ended; None: it waits."""
    unacknowledged_messages: int | None = None
    """The maximum number of messages that wait for their acknowledgement; None: ``buffered_messages``."""
    partition_cycle: list[int] = []
    """The partitions that messages take in turn; empty: one partition until a batch is full, then another."""

    @property
    def shared(self) -> range:
        """The ids of the messages that this producer sends."""
        return shared_messages(self.messages, self.producers, self.index)


class VisibilityJob(Job):
    """The job of an observer of how far the consumers can read the topic."""

    partitions: int
    interval_ms: int
    """The time between an answer of the brokers and the next question."""


class ProxiedBroker(BaseModel, extra="forbid", frozen=True):
    """A broker that clients reach through a proxy."""

    id: int
    proxy: str
    """The host that the broker advertises to clients, which is that of the proxy."""
    listens_at: str
    """The address at which the proxy listens; empty: every address of its own container."""
    port: int
    """The port that the broker advertises, and at which the proxy listens."""
    host: str
    broker_port: int
    """The port at which the broker itself listens for these clients."""


PROXY_NAME = "proxy"


class ProxyJob(Job):
    """The job of the proxy between the producer and the brokers."""

    brokers: list[ProxiedBroker]
    strikes: list[Strike]
    """The requests to strike, in this order, from when the program is told to begin."""
    wire_log: bool = False
    """Whether the program writes a row for each request and its answer, from the first connection on."""

    def clients(self) -> dict[str, dict[str, str]]:
        return {}


class ConsumerJob(Job, MessageContent):
    """The job of a consumer of a group."""

    is_receiver: ClassVar[bool] = True
    """Whether ``received.parquet`` has the messages that the program receives; otherwise it copies them."""

    index: int
    """The consumer's number in its group, from 0."""
    assigned: list[int] = []
    """The partitions to read without joining a group; empty: the consumer joins its group."""
    transformed: bool = False
    """Whether a copier wrote the messages, so that their filler is transformed."""


class ProcessingJob(ConsumerJob):
    """The job of a consumer that processes what it receives."""

    attempt: int = 1
    """Counts, from 1, the programs that have been this consumer, one after another."""
    processing: Processing
    batch_messages: int
    """The maximum number of messages that are received, processed and committed together."""
    pauses_before_processing: bool = False
    """Whether the program pauses between commit and processing; otherwise between processing and commit."""


class ForwardingJob(ConsumerJob):
    """The job of a consumer that also produces. ``client_settings`` are its consumer's."""

    output: str
    """The topic to write to."""
    producer_settings: dict[str, str]

    def clients(self) -> dict[str, dict[str, str]]:
        return {"consumer.": self.client_settings, "producer.": self.producer_settings}

    def secured(self, security: Mapping[str, str]) -> Self:
        secured = super().secured(security)
        return secured.model_copy(update={"producer_settings": {**self.producer_settings, **security}})


class CopyJob(ForwardingJob, ProcessingJob):
    """The job of a copier.

    If its producer's settings have a ``transactional.id``, the messages that it produces and the offsets that
    it has consumed are committed in one transaction, whatever ``processing`` says.
    """

    is_receiver: ClassVar[bool] = False
