"""Producer to topic to consumer: the published experiment, with every setting of it open."""

import math
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, PositiveInt, model_validator

from include.faults.specification import HELD, KINDS, NO_FAULT, TAKING_AWAY, FaultName, Means, faults_in
from include.load_runtime.message import HEADER_BYTES
from include.load_runtime.payload import Filler
from include.load_runtime.processing import Isolation, Processing
from include.scenarios.semantics import PROMISES, Promise, Semantics
from include.scenarios.setting_metadata import AppliesWhen, ScenarioSettings, Slug


class Compression(StrEnum):
    """Codecs that both the client and every broker release since 2.1 know."""

    NONE = "none"
    GZIP = "gzip"
    SNAPPY = "snappy"
    LZ4 = "lz4"
    ZSTD = "zstd"


UNTHROTTLED: Literal["unthrottled"] = "unthrottled"

Rate = Annotated[float, Field(gt=0, allow_inf_nan=False)]

UNLIMITED: Literal["unlimited"] = "unlimited"

MOST_PER_REQUEST = 1_000_000
"""The largest number that the client takes as a limit, which stands for none."""

MessagesPerRequest = Literal["unlimited"] | Annotated[int, Field(ge=1, le=MOST_PER_REQUEST)]

MessageBytes = Annotated[int, Field(le=999_900), Slug("{}B")]
"""The client refuses more than 1,000,000 bytes, and wraps a message into a few dozen of its own."""


class Step(StrEnum):
    """What a consumer does with what it received."""

    PROCESS = "process"
    COMMIT = "commit"


def known_fault(level: str) -> str:
    """The level itself, when it names faults that can share a cell."""
    faults_in(level)
    return level


Fault = Annotated[str, AfterValidator(known_fault)]

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]

_WITH_A_FAULT = AppliesWhen("fault", (NO_FAULT,), but=True)


class DeliverySettings(ScenarioSettings):
    """Settings of a delivery cell; the defaults are those of the published experiment.

    Sizes are bytes, times milliseconds, rates messages per second. Where ``acks``, ``idempotence``,
    ``min_insync_replicas`` and ``isolation_level`` aren't set, the semantics says what they are.
    """

    scenario: Literal["delivery"] = "delivery"

    semantics: Annotated[Semantics, Slug()]
    transaction_ms: Annotated[
        PositiveInt, AppliesWhen("semantics", (Semantics.EXACTLY_ONCE,)), Slug("tx{}ms")
    ] = 100
    message_bytes: MessageBytes = 1024
    messages: Annotated[int, Field(ge=1, le=2**31), Slug("{}messages")] = 100_000
    rate: Annotated[Literal["unthrottled"] | Rate, Slug("rate-{}")] = UNTHROTTLED
    filler: Annotated[Filler, Slug("{}-filler")] = Filler.RANDOM

    partitions: Annotated[int, Field(ge=1, le=1000), Slug("{}partitions")] = 9
    replication: Annotated[int, Field(ge=1, le=9), Slug("{}replicas")] = 3

    linger_ms: Annotated[float, Field(ge=0, le=900_000), Slug("linger{}ms")] = 0
    batch_bytes: Annotated[int, Field(ge=1, le=2**31 - 1), Slug("batch{}B")] = 16_384
    messages_per_request: Annotated[MessagesPerRequest, Slug("{}-per-request")] = UNLIMITED
    """The most that the producer sends at once, which is a batch of one partition, beside ``batch_bytes``."""
    compression: Annotated[Compression, Slug("compression-{}")] = Compression.NONE

    consumers: Annotated[int, Field(ge=1, le=9), Slug("{}consumers")] = 1
    backlog: Annotated[bool, Slug("backlog-{}")] = False
    """Whether consumers begin only when all has been sent, so that nothing but themselves holds them up."""
    fetch_min_bytes: Annotated[int, Field(ge=1, le=10**8), Slug("fetch-min{}B")] = 1
    fetch_wait_ms: Annotated[int, Field(ge=0, le=300_000), Slug("fetch-wait{}ms")] = 500
    fetch_max_bytes: Annotated[int, Field(ge=1_000_000, le=2**31 - 513), Slug("fetch-max{}B")] = 52_428_800
    fetch_partition_bytes: Annotated[int, Field(ge=1024, le=10**9), Slug("fetch-partition{}B")] = 1_048_576

    request_counts: Annotated[bool, Slug("request-counts-{}")] = False
    """Whether the producer, and consumers that only receive, count their requests and what these carry. The
    client then keeps a histogram of every message's wait, so it is off where nobody asks."""

    acks: Annotated[Literal[0, 1, "all"] | None, Slug("acks-{}")] = None
    idempotence: Annotated[bool | None, Slug("idempotence-{}")] = None
    min_insync_replicas: Annotated[int | None, Field(ge=1, le=9), Slug("min{}in-sync")] = None
    unclean_leader_election: Annotated[bool, Slug("unclean-{}")] = False
    isolation_level: Annotated[Isolation | None, Slug()] = None
    request_timeout_ms: Annotated[int, Field(ge=100, le=300_000), Slug("request-timeout{}ms")] = 30_000
    transaction_timeout_ms: Annotated[
        int,
        Field(ge=1_000, le=900_000),
        AppliesWhen("semantics", (Semantics.EXACTLY_ONCE,)),
        Slug("transaction-timeout{}ms"),
    ] = 60_000

    processing: Annotated[Processing, Slug()] = Processing.RECEIVE_ONLY
    batch_messages: Annotated[PositiveInt, Slug("batches-of-{}")] = 100
    """The most that a consumer takes, processes and commits at once."""
    auto_commit_ms: Annotated[PositiveInt, Slug("auto-commit{}ms")] = 5_000
    session_timeout_ms: Annotated[int, Field(ge=6_000, le=1_800_000), Slug("session{}ms")] = 45_000

    fault: Annotated[Fault, Slug()] = NO_FAULT
    fault_after: Annotated[Share, _WITH_A_FAULT, Slug("after{}")] = 0.3
    """The share of the messages after which the fault begins, and (``fault_until``) after which it ends."""
    fault_until: Annotated[Share, _WITH_A_FAULT, Slug("until{}")] = 0.6
    fault_partition: Annotated[int, Field(ge=0), _WITH_A_FAULT, Slug("partition{}")] = 0
    """Whose leader a fault is aimed at."""
    fault_share: Annotated[Share, _WITH_A_FAULT, Slug("share{}")] = 0.05
    """The share of packets that a fault loses or reorders."""
    fault_delay_ms: Annotated[PositiveInt, _WITH_A_FAULT, Slug("delay{}ms")] = 50

    @model_validator(mode="after")
    def message_holds_its_header(self) -> Self:
        """A message smaller than its header can't say who it is."""
        if self.message_bytes < HEADER_BYTES:
            raise ValueError(
                f"message_bytes: {self.message_bytes} is smaller than the {HEADER_BYTES}-byte header"
            )
        return self

    @model_validator(mode="after")
    def replicas_reach_the_in_sync_minimum(self) -> Self:
        """A topic whose replicas can't reach its minimum accepts nothing."""
        if self.replication < self.promise.min_insync_replicas:
            raise ValueError(
                f"replication: {self.replication} is below the {self.promise.min_insync_replicas} "
                f"in-sync replicas that {self.semantics} asks for"
            )
        return self

    @model_validator(mode="after")
    def acknowledgements_fit_the_producer(self) -> Self:
        """An idempotent producer needs every replica's acknowledgement, a transactional one idempotence."""
        promise = self.promise
        if promise.transactional and not promise.idempotence:
            raise ValueError(f"idempotence: off can't be, since {self.semantics} uses transactions")
        if promise.idempotence and promise.acks != "all":
            raise ValueError(
                f"acks: {self.acks} takes a producer that isn't idempotent; set idempotence to false, or "
                "acks to all"
            )
        return self

    @model_validator(mode="after")
    def fault_has_a_window(self) -> Self:
        """A window is a share of the messages, which only a rate spreads over time."""
        if not self.faults:
            return self
        if self.rate == UNTHROTTLED:
            raise ValueError("fault: needs a rate (messages per second), so that its window has a length")
        if not self.fault_after < self.fault_until:
            raise ValueError(
                f"fault_until: {self.fault_until:g} isn't after {self.fault_after:g}, when the fault begins"
            )
        return self

    @model_validator(mode="after")
    def fault_meets_consumers(self) -> Self:
        """A fault strikes while messages are sent, when all programs must be there."""
        if self.faults and self.backlog:
            raise ValueError(f"backlog: with a fault ({self.fault}) consumers must be there from the start")
        return self

    @model_validator(mode="after")
    def fault_has_a_target(self) -> Self:
        """What a fault is aimed at is there."""
        if reason := self.missing_target():
            raise ValueError(f"fault: {self.fault} {reason}")
        return self

    def missing_target(self) -> str | None:
        """Why a fault has no target in such a cell, as the end of a sentence; None where each has one."""
        faults = self.faults
        if faults and self.fault_partition >= self.partitions:
            return f"is aimed at partition {self.fault_partition}, and there are {self.partitions} (from 0)"
        if FaultName.KILL_COORDINATOR in faults and not self.promise.transactional:
            return f"needs transactions, which {self.semantics} doesn't use"
        if FaultName.LOSE_REPLICAS in faults and self.replication != 2:
            # Brokers are controllers too: of three, two must live for another leader to be elected.
            return f"needs a replication of 2, not {self.replication}: of three brokers it takes two"
        if FaultName.KILL_MONITOR in faults and not self.has_monitor:
            return "strikes a monitor, which only level reliable-ack of the rack scenario has"
        return self._missing_consumer()

    def _missing_consumer(self) -> str | None:
        """The same for faults that are aimed at one of those who share the messages."""
        faults = self.faults
        if any(fault in TAKING_AWAY for fault in faults) and self.receivers == 1:
            return "takes one from the group, which must have two or more then"
        if FaultName.KILL_CONSUMER in faults and not self.steps:
            return f"kills a consumer, and of {self.processing} what it had received would be known to nobody"
        if any(fault in HELD for fault in faults) and not self.steps:
            return f"strikes between processing and commit, which a consumer of {self.processing} hasn't"
        orders = set(pairwise(self.steps))
        if FaultName.KILL_BEFORE_COMMIT in faults and (Step.PROCESS, Step.COMMIT) not in orders:
            return "strikes between processing and commit, and here commit is first"
        if FaultName.KILL_BEFORE_PROCESSING in faults and (Step.COMMIT, Step.PROCESS) not in orders:
            return "strikes between commit and processing, and here processing is first"
        return None

    def needed_release(self) -> tuple[str, tuple[int, int]] | None:
        """The setting that takes brokers of some release, and that release's first two numbers; None where
        every release will do."""
        return None

    @property
    def server(self) -> str | None:
        """The queue server that such a cell runs on, by its name; None: the brokers of a Kafka cluster."""
        return None

    @property
    def steps(self) -> tuple[Step, ...]:
        """A consumer's steps in their order; none where receipt is all.

        A client that commits by itself may do so before the processing and after it.
        """
        match self.processing:
            case Processing.RECEIVE_ONLY:
                return ()
            case Processing.COMMIT_FIRST:
                return Step.COMMIT, Step.PROCESS
            case Processing.AUTO_COMMIT:
                return Step.COMMIT, Step.PROCESS, Step.COMMIT
            case _:
                return Step.PROCESS, Step.COMMIT

    @property
    def receivers(self) -> int:
        """How many share the messages of the topic that is produced to."""
        return self.consumers

    @property
    def reads_to_the_end(self) -> bool:
        """Whether consumers say when they have read all there is: where programs come and go, or messages are
        delivered again, counting them wouldn't tell."""
        return bool(self.faults or self.steps)

    @property
    def trails(self) -> bool:
        """Whether messages may be on their way for long after their producer took them for sent."""
        return False

    @property
    def messages_per_second(self) -> float:
        """The rate as a number; infinite where it is unthrottled."""
        return math.inf if self.rate == UNTHROTTLED else self.rate

    @property
    def most_per_request(self) -> int:
        """The limit of messages in a request as the client takes it."""
        return MOST_PER_REQUEST if self.messages_per_request == UNLIMITED else self.messages_per_request

    @property
    def faults(self) -> tuple[FaultName, ...]:
        """What is broken in the cell, for a part of the time."""
        return faults_in(self.fault)

    @property
    def lost_packets(self) -> float | None:
        """The share of the producer's packets that its network loses all the time; None: it is no matter."""
        return None

    @property
    def is_broken(self) -> bool:
        """Whether anything is broken on purpose."""
        return bool(self.faults or self.lost_packets)

    @property
    def takes(self) -> dict[Means, tuple[str, str]]:
        """What it takes to break that; for each, the setting that asks for it, and its level."""
        return {KINDS[fault].means: ("fault", self.fault) for fault in self.faults}

    @property
    def called(self) -> str:
        """What a report calls it."""
        return str(self.semantics)

    @property
    def acknowledges_itself(self) -> bool:
        """Whether acknowledgements come from the client and not from a broker."""
        return self.promise.acks == "0"

    @property
    def has_monitor(self) -> bool:
        """Whether the producer sends copies to a monitor, which confirms its messages."""
        return False

    @property
    def is_saturating(self) -> bool:
        """Whether brokers have as much to do as they can."""
        return self.rate == UNTHROTTLED and self.likely_rate == math.inf

    @property
    def likely_rate(self) -> float:
        """How many messages per second the way of sending lets through, roughly, whatever brokers can do."""
        return math.inf

    @property
    def usual(self) -> Promise:
        """The client and topic settings that the semantics stands for."""
        return PROMISES[self.semantics]

    @property
    def promise(self) -> Promise:
        """The usual client and topic settings, or what is set in their place."""
        usual = self.usual
        return replace(
            usual,
            acks=usual.acks if self.acks is None else str(self.acks),
            idempotence=usual.idempotence if self.idempotence is None else self.idempotence,
            min_insync_replicas=self.min_insync_replicas or usual.min_insync_replicas,
            isolation_level=self.isolation_level or usual.isolation_level,
        )
