"""The job file: everything a load program is told, validated on both sides."""

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from include.scenarios.delivery import Filler


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

    def write(self, path: Path) -> None:
        """Write the job to a file."""
        path.write_text(self.model_dump_json(indent=2), encoding="utf-8")


class ProducerJob(Job):
    """What a producer is told. ``rate`` is messages per second; without one it sends unthrottled."""

    message_bytes: int
    filler: Filler
    filler_seed: int
    partitions: int
    batch_bytes: int
    buffered_messages: int
    """How many messages may wait for their acknowledgement before sending blocks."""
    rate: float | None = None
    transaction_ms: int | None = None


class ConsumerJob(Job):
    """What a consumer of a group is told."""

    index: int
    """Its place in the group, counted from 0."""
