"""The job file: all instructions for a load program, validated when it is written and when it is read."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, Self

from pydantic import BaseModel, Field, ValidationError

from include.load.librdkafka_calls import effective_settings
from include.machine.errors import UserError


class Processing(StrEnum):
    """Whether a consumer processes the messages that it receives, and when it commits their offsets."""

    RECEIVE_ONLY = "receive-only"
    """Receive only, as in the experiment *thesis*; the client commits at an interval."""
    COMMIT_FIRST = "commit-first"
    """Commit, then process: at most once."""
    PROCESS_FIRST = "process-first"
    """Process, then commit and wait for the broker's answer: at least once."""
    PROCESS_FIRST_ASYNC = "process-first-async"
    """Process, then commit without waiting for the answer: at least once."""
    AUTO_COMMIT = "auto-commit"
    """Process. At regular intervals, the client commits the offsets of all messages that it has handed over,
    processed or not."""


class Isolation(StrEnum):
    """Whether a consumer receives only committed messages of transactions (``isolation.level``)."""

    READ_COMMITTED = "read_committed"
    READ_UNCOMMITTED = "read_uncommitted"


class Job(BaseModel, extra="forbid", frozen=True):
    """The fields that the jobs of all load programs have."""

    ends_by_itself: ClassVar[bool] = False
    """Whether the program finishes its work without being told to stop."""

    starts_processes: ClassVar[bool] = False
    """Whether the program starts processes, which end with it also when it is killed. They have its mark
    (``owner_mark``)."""

    is_of_user: ClassVar[bool] = False
    """Whether the program runs what the user wants to have judged. It is not replaced if it fails."""

    name: str
    """The program's name within its cell, e.g. ``producer`` or ``consumer-0``."""
    folder: Path
    topic: str
    cell: int
    """The cell's number in every message header."""
    messages: int = Field(ge=1)
    client_settings: dict[str, str]
    """Settings of librdkafka, without the secret settings."""
    takes_over: list[str] = []
    """The names of the earlier programs that this program replaces, in order. Each of the earlier programs
    was killed or suspended by a fault, or could not go on."""
    warm_up_messages: int = 0
    """The number of messages that the program handles on a separate topic before it becomes ready; 0 if the
    client's code is not compiled at run time."""
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
        """A copy of the job with the secret settings of its clients. Never write this copy to a file."""
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


class VisibilityJob(Job):
    """The job of an observer, which records how far consumers can read the topic."""

    partitions: int
    interval_ms: int
    """The time between an answer of the brokers and the next request."""
