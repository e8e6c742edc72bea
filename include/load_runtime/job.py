"""The job file: all instructions for a load program, validated when it is written and when it is read."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Self

from pydantic import BaseModel, Field, ValidationError

from include.errors import UserError
from include.load_runtime.librdkafka_calls import effective_settings
from include.load_runtime.payload import MessageContent
from include.load_runtime.strike_terms import Strike


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
    """Process. At an interval, the client commits all messages that it has handed over, processed or not."""


class Isolation(StrEnum):
    """Which messages of transactions a consumer receives (``isolation.level``)."""

    READ_COMMITTED = "read_committed"
    READ_UNCOMMITTED = "read_uncommitted"


class Job(BaseModel, extra="forbid", frozen=True):
    """The fields that the jobs of all load programs have."""

    ends_by_itself: ClassVar[bool] = False
    """Whether such a program ends by itself when it has sent all messages."""

    name: str
    """The program's name within its cell, e.g. ``producer`` or ``consumer-0``."""
    folder: Path
    topic: str
    cell: int
    """The cell's number in every message header."""
    messages: int = Field(ge=1)
    client_settings: dict[str, str]
    """Settings of librdkafka. None of them is secret."""
    takes_over: list[str] = []
    """The names of the earlier programs that this program replaces, in order. Each of the earlier programs
    was killed or suspended by a fault, or could not go on."""
    warm_up_messages: int = 0
    """The number of messages that the program handles on a separate topic before it becomes ready. Only
    programs of clients whose code is compiled at run time do so."""
    pause_after: int | None = None
    """The number of messages after which the program pauses, so that a fault can strike at that point."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the job from a file.

        Raises:
            UserError: The file cannot be read, or contains no valid job of this type.
        """
        try:
            return cls.model_validate_json(path.read_bytes())
        except OSError as error:
            raise UserError(f"{path}: {error.strerror}") from None
        except ValidationError as error:
            problems = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise UserError(f"{path}: {problems}") from None

    def secured(self, security: Mapping[str, str]) -> Self:
        """The job with secret settings of its clients added. Never write that job to a file."""
        return self.model_copy(update={"client_settings": {**self.client_settings, **security}})

    def clients(self) -> dict[str, dict[str, str]]:
        """The settings of each client of the program, by a prefix that distinguishes the clients."""
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
    """The messages that a producer sends in place of an earlier producer."""

    NOT_HANDED_OVER = "not handed over"
    """At most once: the messages that the earlier producer had not handed over to its client."""
    NOT_ACKED = "not acked"
    """At least once: the messages for which the earlier producer received no acknowledgement."""
    NOT_COMMITTED = "not committed"
    """Exactly once: all messages except those in transactions for which the earlier producer had called
    commit."""


def shared_messages(messages: int, producers: int, index: int) -> range:
    """The ids of the messages that the producer with this number (from 0) sends."""
    return range(index, messages, producers)


class ProducerJob(Job, MessageContent):
    """The job of a producer."""

    ends_by_itself: ClassVar[bool] = True

    index: int = 0
    """The producer's number among those that share the messages, from 0."""
    producers: int = 1
    """The number of producers that share the messages. A producer sends the messages whose id modulo this
    number is its own number, so that all ids of a cell are due one after another."""
    partitions: int
    batch_bytes: int
    most_per_request: int
    linger_ms: float
    buffered_messages: int
    """The number of unacknowledged messages at which the producer waits."""
    rate: float | None = None
    """Messages per second; None: as fast as the client accepts them."""
    sending_seconds: float | None = None
    """The time after which the producer stops, even if messages are left; None: it sends all messages."""
    untimed_messages: int = 0
    """At a fixed rate: the number of messages at the beginning that are not timed."""
    untimed_seconds: float = 0
    """Without a fixed rate: the time at the beginning in which messages are not timed."""
    transaction_ms: int | None = None
    """The age at which a transaction is committed; None: no transactions."""
    resend: Resend = Resend.NOT_ACKED
    keeps_records_in_files: bool = False
    """Whether the producer keeps its records in files while it runs, because a fault may kill it."""
    keys: int = 0
    """The number of keys. Messages take the keys in turn, and a key decides the partition; 0: no keys."""
    milestones: list[int] = []
    """The numbers of sent messages at which the producer reports its progress at once."""
    congestion_control: str | None = None
    """TCP's congestion control in the producer's own network; None: as on this host."""
    transaction_messages: int | None = None
    """The number of messages after which a transaction ends; None: its age decides."""
    abort_percent: int = 0
    """The share of transactions that the application aborts on purpose, spread evenly."""
    drain_seconds: float | None = None
    """The time after the last send in which the producer waits for outcomes; None: until all outcomes are
    known."""
    end_timeout_ms: int | None = None
    """The time after which the producer gives up a transaction that does not end; None: it waits."""
    unacknowledged_messages: int | None = None
    """The maximum number of messages that wait for their acknowledgement; None: ``buffered_messages``."""
    partition_cycle: list[int] = []
    """The partitions that messages take in turn; empty: one partition until a batch is full, then another."""

    @property
    def shared(self) -> range:
        """The ids of the messages that this producer sends."""
        return shared_messages(self.messages, self.producers, self.index)


class VisibilityJob(Job):
    """The job of an observer, which records how far consumers can read the topic."""

    partitions: int
    interval_ms: int
    """The time between an answer of the brokers and the next request."""


class ProxiedBroker(BaseModel, extra="forbid", frozen=True):
    """A broker that clients reach through a proxy."""

    id: int
    proxy: str
    """The host that the broker advertises to clients: the host of the proxy."""
    listens_at: str
    """The address at which the proxy listens; empty: every address of the proxy's container."""
    port: int
    """The port at which the proxy listens, and which the broker advertises."""
    host: str
    broker_port: int
    """The port at which the broker itself listens for these clients."""


PROXY_NAME = "proxy"


class ProxyJob(Job):
    """The job of the proxy between the producer and the brokers."""

    brokers: list[ProxiedBroker]
    strikes: list[Strike]
    """The requests to strike, in this order, after the program was told to begin."""
    wire_log: bool = False
    """Whether the program writes a row for each request and its answer, from the first connection on."""

    def clients(self) -> dict[str, dict[str, str]]:
        return {}


class ConsumerJob(Job, MessageContent):
    """The job of a consumer of a group."""

    is_receiver: ClassVar[bool] = True
    """Whether the program's messages are in ``received.parquet``. If not, the program copies the messages."""

    index: int
    """The consumer's number in its group, from 0."""
    assigned: list[int] = []
    """The partitions to read without joining a group; empty: the consumer joins its group."""
    transformed: bool = False
    """Whether a copier wrote the messages. Messages from a copier have a transformed filler."""


class ProcessingJob(ConsumerJob):
    """The job of a consumer that processes what it receives."""

    attempt: int = 1
    """The number of this program, from 1, in the series of programs that are this consumer one after
    another.
    """
    processing: Processing
    batch_messages: int
    """The maximum number of messages that are received, processed and committed together."""
    pauses_before_processing: bool = False
    """Whether the program pauses between commit and processing; otherwise between processing and commit."""


class ForwardingJob(ConsumerJob):
    """The job of a consumer that also produces. ``client_settings`` are the settings of its consumer."""

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

    If the settings of its producer have a ``transactional.id``, one transaction commits the produced messages
    and the consumed offsets, whatever ``processing`` says.
    """

    is_receiver: ClassVar[bool] = False
