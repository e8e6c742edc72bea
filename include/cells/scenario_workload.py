"""The base class of workloads: the topics, programs and files of a scenario in a cell."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from include.cells.fault_injection import FaultWindow
from include.cells.program_supervisor import ProgramSupervisor
from include.clusters.cluster import Access, Cluster
from include.clusters.isr_watch import InSyncWatch
from include.clusters.topic_names import name_of
from include.faults.scene import Scene
from include.kinds.scenario import SCENARIOS
from include.load.job_fields import CommonFields, ContentFields, DurationFields
from include.load.message import cell_number
from include.load.payload import MessageContent
from include.load.program_descriptions import LoadPrograms, Topics
from include.plan.treatment import Cell
from include.settings.cell import ScenarioSettings

Settings = TypeVar("Settings", bound=ScenarioSettings, covariant=True)

READY_SECONDS = 150.0
"""The maximum time until the programs of a cell are ready; three to ten seconds are usual. On a machine with
a load of 60, Java programs took more than 40 s."""

QUIET_SECONDS = 5.0


@dataclass(frozen=True)
class CellAttempt:
    """One attempt at a cell of a run, on a cluster."""

    run_id: str
    cell: Cell
    number: int
    """The number of the attempt, from 1."""
    cluster: Cluster
    folder: Path
    """The local folder in which load programs write their files."""
    access: Access
    """How the load programs reach the servers."""


@dataclass(frozen=True)
class Workload(ABC, Generic[Settings]):
    """The scenario-specific part of one attempt at a cell. Every method may raise a PlatformError."""

    attempt: CellAttempt
    settings: Settings

    @cached_property
    def topics(self) -> Topics:
        """The names of the topics or the queue, which only this attempt uses.

        The names are generated once, because a part of each name is random.
        """
        return Topics(name_of(self.attempt.run_id, self.attempt.cell.id, self.attempt.number))

    @property
    def address(self) -> str:
        """The addresses that load programs connect to first (host and port), separated by commas."""
        return self.attempt.access.bootstrap

    @property
    def content(self) -> MessageContent:
        """The content of the messages."""
        settings, number = self.settings, cell_number(self.attempt.run_id, self.attempt.cell.id)
        return MessageContent(
            message_bytes=settings.message_bytes, filler=settings.filler, filler_seed=number
        )

    @property
    def common(self) -> CommonFields:
        """The fields that every job has."""
        number = self.content.filler_seed
        return {"folder": self.attempt.folder, "cell": number, "messages": self.settings.messages}

    @property
    def content_fields(self) -> ContentFields:
        """The fields of jobs that write or check messages."""
        content = self.content
        return {
            **self.common,
            "message_bytes": content.message_bytes,
            "filler": content.filler,
            "filler_seed": content.filler_seed,
        }

    @property
    def duration(self) -> DurationFields:
        """The job fields that limit a producer's sending time and define its lead-in."""
        traits = self.settings.traits
        longest_seconds = traits.pace.longest_sending_seconds
        return {
            "sending_seconds": longest_seconds if isfinite(longest_seconds) else None,
            "untimed_messages": traits.pace.lead_in_messages,
            "untimed_seconds": 0 if traits.pace.is_fixed else self.settings.lead_in_seconds,
        }

    @property
    def ready_seconds(self) -> float:
        """The maximum time in s until the load programs are ready."""
        return READY_SECONDS

    def quiet_seconds(self, start_took_seconds: float) -> float:  # noqa: ARG002 - for scenarios that need it
        """The time in s without a new message after which the log is searched for unread messages.

        Where nothing says which messages will arrive, the cell ends after it.

        Args:
            start_took_seconds: The time that the programs of this cell needed until they were ready, in s.
        """
        return QUIET_SECONDS

    @abstractmethod
    def create(self) -> None:
        """Create the topics or the queue, and return when they can be used."""

    @abstractmethod
    def programs(self) -> LoadPrograms:
        """The load programs of the cell."""

    def is_past_all(self, supervisor: ProgramSupervisor) -> bool:  # noqa: ARG002 - most cannot know
        """Whether what processes the messages is past the last one, so that what is missing will not come."""
        return False

    def revive(self, supervisor: ProgramSupervisor) -> bool:  # noqa: ARG002 - most have nothing to restart
        """Restart what stands still, at most once in a cell, before what is missing counts as lost.

        Returns:
            Whether something was restarted, so that messages may still arrive.
        """
        return False

    def watch_replicas(self) -> InSyncWatch | None:
        """An observer of the in-sync replicas; by default None, for a workload without replicas."""
        return None

    @contextmanager
    def while_sending(self, scene: Scene) -> Iterator[list[FaultWindow]]:  # noqa: ARG002 - for others
        """A context that is entered before the first message is sent, and left when all are sent.

        The context yields a list of fault windows, which is complete after the exit.
        """
        yield []

    def write_files(self, supervisor: ProgramSupervisor, timings: dict[str, int]) -> None:
        """Write the raw log files that only this scenario has; by default, write nothing."""

    def has_unread(self, positions: Mapping[int, int]) -> bool:  # noqa: ARG002 - for others
        """Whether the last topic holds a message at or after these offsets, by partition.

        By default False, for a queue of which no offset is known.
        """
        return False

    def audit(self) -> None:
        """Read the topic or queue and write its content, if the cell requires an audit.

        The default implementation does nothing.
        """

    @abstractmethod
    def record(self) -> dict[str, str | int]:
        """The description of the topic or queue for the manifest."""

    @abstractmethod
    def remove(self) -> None:
        """Remove the topics or the queue."""


WorkloadOf: TypeAlias = Callable[[CellAttempt, Settings], Workload[Settings]]
"""Makes the workload of an attempt at a cell with these settings."""


def workload_of(attempt: CellAttempt) -> Workload[Any]:
    """The workload of an attempt."""
    settings = attempt.cell.settings
    return SCENARIOS[settings.scenario].workload()(attempt, settings)
