"""The job file: everything a load program is told, validated on both sides."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from include.load_runtime.effective_settings import effective_settings
from include.load_runtime.payload import Filler
from include.load_runtime.processing import Processing


class JobError(Exception):
    """A job file that can't be read; the message names file, key and what is wrong."""


class Job(BaseModel):
    """What every load program needs to know."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    """The program's name within its cell, e.g. ``producer`` or ``consumer-0``."""
    folder: Path
    """Where it writes its part of the raw log."""
    topic: str
    cell: int
    """The cell's number in every message header."""
    messages: int = Field(ge=1)
    client_settings: dict[str, str]
    """librdkafka settings; none of them secret."""
    takes_over: str | None = None
    """The earlier program whose place it takes, because a fault killed or froze that."""
    hold_after: int | None = None
    """After how many messages it holds still, where a fault is to strike it at exactly that point."""

    @classmethod
    def read(cls, path: Path) -> Self:
        """The job in a file.

        Raises:
            JobError: the file can't be read, or isn't a job of this kind.
        """
        try:
            return cls.model_validate_json(path.read_bytes())
        except OSError as error:
            raise JobError(f"{path}: {error.strerror}") from None
        except ValidationError as error:
            problems = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise JobError(f"{path}: {problems}") from None

    def secured(self, security: Mapping[str, str]) -> Self:
        """The job with settings that don't stand in its file; it is not to be written again."""
        return self.model_copy(update={"client_settings": {**self.client_settings, **security}})

    def clients(self) -> dict[str, dict[str, str]]:
        """The settings of each of its clients, by what stands before their names where there are several."""
        return {"": self.client_settings}

    def in_effect(self) -> dict[str, str]:
        """Every setting of its clients, as they have them."""
        return {
            f"{prefix}{name}": value
            for prefix, settings in self.clients().items()
            for name, value in effective_settings(settings).items()
        }

    def write(self, path: Path) -> None:
        """Write the job to a file."""
        path.write_text(self.model_dump_json(indent=2), encoding="utf-8")


class Resend(StrEnum):
    """What a producer sends that takes the place of an earlier one."""

    NOT_HANDED_OVER = "not handed over"
    """At most once: what the earlier one had never tried."""
    NOT_ACKED = "not acked"
    """At least once: what the earlier one had no acknowledgement of."""
    NOT_COMMITTED = "not committed"
    """Exactly once: what was in no transaction whose commit the earlier one had called."""


class ProducerJob(Job):
    """What a producer is told. ``rate`` is messages per second; without one it sends unthrottled."""

    message_bytes: int
    filler: Filler
    filler_seed: int
    partitions: int
    batch_bytes: int
    most_per_request: int
    """How many messages fill a batch, however few bytes they are."""
    linger_ms: float
    """For how long the client waits for more messages of a batch."""
    buffered_messages: int
    """How many messages may wait for their acknowledgement before sending blocks."""
    rate: float | None = None
    transaction_ms: int | None = None
    resend: Resend = Resend.NOT_ACKED
    survives: bool = False
    """Whether what it knows must outlive it, since it may be killed: it is kept in files from the start."""
    keys: int = 0
    """How many keys the messages take in turn, which decide on their partitions; 0: they have none."""
    milestones: list[int] = []
    """Numbers of messages at which it says how far it is, without waiting for the next time to say so."""
    congestion_control: str | None = None
    """TCP's, on the producer's network where that is its own; None: as this machine has it."""


class ConsumerJob(Job):
    """What a consumer of a group is told."""

    index: int
    """Its place in the group, counted from 0."""
    assigned: list[int] = []
    """The partitions that it reads as no member of a group; without any it joins the group."""


class ProcessingJob(ConsumerJob):
    """What a consumer is told that processes what it receives.

    It is the ``attempt``-th in its place, counted from 1; a later one takes over from an earlier one.
    """

    attempt: int = 1

    processing: Processing
    batch_messages: int
    message_bytes: int
    filler: Filler
    filler_seed: int
    transformed: bool = False
    """Whether the messages were copied, so that their filler is the transformed one."""
    holds_before_processing: bool = False
    """Where it holds still: between commit and processing, else between processing and commit."""


class CopyJob(ProcessingJob):
    """What a copier is told; ``client_settings`` are its consumer's.

    With a ``transactional.id`` among its producer's, what it produces and what it has consumed are committed
    as one, whatever ``processing`` says.
    """

    output: str
    """The topic that it writes to."""
    producer_settings: dict[str, str]

    def clients(self) -> dict[str, dict[str, str]]:
        """Two: what it reads with, and what it writes with."""
        return {"consumer.": self.client_settings, "producer.": self.producer_settings}

    def secured(self, security: Mapping[str, str]) -> Self:
        """Both clients are secured alike."""
        secured = super().secured(security)
        return secured.model_copy(update={"producer_settings": {**self.producer_settings, **security}})
