"""The scene of a fault: a running cell, with its brokers and its load programs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Protocol, runtime_checkable

from include.load.events import Event, EventKind
from include.load.program_descriptions import LoadPrograms, Program
from include.machine.errors import UserError
from include.machine.networks.host_packet_rules import HostNetwork
from include.settings.faults import KafkaCellSettings

SPARE_SECONDS = 60.0
"""The time by which a wait for a time may last longer."""


class FaultError(UserError):
    """A fault had no effect, so that the cell measures nothing."""


class Broker(Protocol):
    """A broker that a fault can strike. Every method may raise a PlatformError."""

    @property
    def id(self) -> int:
        """The broker's id in the cluster."""

    @property
    def network(self) -> HostNetwork | None:
        """The broker's own network; None if the broker has no network that a fault can break."""

    def kill(self) -> None:
        """Kill the broker; return when it has exited."""

    def stop(self) -> None:
        """Stop the broker in an orderly way; return when it has exited."""

    def start(self, release: str | None = None) -> None:
        """Start the broker again, and do not wait until it is ready.

        Args:
            release: The Kafka release to start; None: the release that the broker had.
        """

    def pause(self) -> None:
        """Pause the broker's process."""

    def resume(self) -> None:
        """Resume the broker's process."""


@runtime_checkable
class DiskBroker(Broker, Protocol):
    """A broker whose disk Kerran controls. Every method may raise a PlatformError."""

    def check_disk_is_controlled(self) -> None:
        """Check that the disk can be full or slow, and that it is known what the broker has flushed."""

    def lose_unflushed(self) -> int:
        """Take from the killed broker what it had not flushed; return the number of bytes."""

    def set_disk(self, *, is_full: bool = False, delay_ms: int = 0) -> None:
        """Fill the disk, or delay each write and flush; without arguments, it is healthy again."""

    def has_ended(self) -> bool:
        """Whether the broker's process has ended, by itself or not."""


class Brokers(Protocol):
    """The brokers of the cell's cluster and their metadata. Every method may raise a PlatformError."""

    def broker(self, id: int) -> Broker:
        """The broker with this id."""

    def living(self) -> set[int]:
        """The ids of the brokers that answer."""

    def missing(self) -> list[str]:
        """The missing parts of the cluster, such as an in-sync replica; empty if it is healthy."""

    def leader_of(self, topic: str, partition: int) -> Broker:
        """The broker that leads a partition."""

    def replicas_of(self, topic: str, partition: int) -> tuple[list[int], list[int]]:
        """The broker ids of a partition's replicas, leader first, and of its in-sync replicas."""

    def log_ends(self, topic: str, partitions: int, *, committed: bool = False) -> Mapping[int, int]:
        """The log end offset of each partition; with ``committed``, the last stable offset."""

    def coordinator_of(self, transactional_id: str) -> tuple[str, int]:
        """The topic and the number of the partition whose leader coordinates this transactional id."""

    def latest_coordinator(self) -> tuple[str, int]:
        """The topic and the number of the partition with the last change of any transaction."""

    def share_coordinator_of(self, group: str, topic: str, partition: int) -> tuple[str, int]:
        """The topic and the partition whose leader stores a share group's state of a partition."""

    def owners_of(self, topic: str) -> frozenset[str]:
        """The ids of the members of consumer groups that own partitions of a topic."""

    def add_partitions(self, topic: str, partitions: int) -> None:
        """Add partitions to a topic, up to this number; return when every broker knows them."""

    def set_group_settings(self, group: str, settings: Mapping[str, str]) -> None:
        """Set dynamic settings of a group."""

    def set_share_offsets(
        self, group: str, topic: str, offsets: Sequence[int], empty_within_seconds: float
    ) -> None:
        """Set a share group's offsets of all partitions of a topic, when the group has no members."""


class Supervisor(Protocol):
    """The supervisor of the cell's load programs. Programs are identified by their names."""

    @property
    def programs(self) -> list[Program]:
        """Every program that was started, in the order of their starts."""

    def start(self, program: Program) -> None:
        """Start one more program."""

    def begin(self, name: str) -> None:
        """Tell a program to begin."""

    def finish(self, name: str) -> None:
        """Tell a producer that has begun, or the one that has replaced it, to send no further message."""

    def stop(self, name: str) -> None:
        """Tell a program to end in an orderly way."""

    def kill(self, name: str) -> None:
        """Kill a program; return when it has exited. This exit does not make the cell fail."""

    def pause(self, name: str) -> None:
        """Pause a program."""

    def resume(self, name: str) -> None:
        """Resume a paused program. A failure of the program after this call does not make the cell fail."""

    def release(self, name: str) -> None:
        """Let a program continue after it has paused for a fault.

        If the program fails, a successor replaces it.
        """

    def network(self, name: str) -> HostNetwork | None:
        """A program's own network; None if the program has no network that a fault can break."""

    def is_out_of_service(self, name: str) -> bool:
        """Whether a program was killed or replaced, or has failed after a call of ``resume``."""

    def latest_event(self, name: str, kind: EventKind) -> Event | None:
        """The latest event of a kind from a program; None if there is none."""

    def wait_until(
        self, condition: Callable[[], bool], timeout_seconds: float, missing: Callable[[], str]
    ) -> None:
        """Handle the programs' events until the condition is true.

        Args:
            condition: Evaluated at least every 0.1 s.
            timeout_seconds: The maximum time to wait.
            missing: Describes what did not happen, for the error that a timeout raises.
        """


@dataclass(frozen=True)
class Scene:
    """The parts of a running cell that faults use."""

    settings: KafkaCellSettings
    topic: str
    """The topic that the producer sends to."""
    programs: LoadPrograms
    supervisor: Supervisor
    brokers: Brokers

    @property
    def has_sent_all(self) -> bool:
        """Whether the producer has ended. A fault that has no message in flight measures nothing."""
        return self.supervisor.latest_event(self.programs.producer.name, EventKind.DONE) is not None

    @property
    def receiver(self) -> Program:
        """The consumer, or the copier, that a fault strikes: the first member of its group."""
        return (self.programs.copiers or self.programs.consumers)[0]


def wait_for_time(scene: Scene, seconds: float) -> None:
    """Handle the programs' events for this time."""
    due = monotonic() + seconds
    scene.supervisor.wait_until(
        lambda: monotonic() >= due, seconds + SPARE_SECONDS, lambda: f"{seconds:g} s did not pass"
    )
