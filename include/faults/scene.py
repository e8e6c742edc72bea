"""What a fault finds: a cell under way, with its brokers and its load programs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from include.faults.struck_settings import StruckSettings
from include.load_runtime.events import Event, EventKind
from include.load_runtime.program import LoadPrograms, Program
from include.networks.network import Network


class FaultError(Exception):
    """A fault had no effect, so that its cell says nothing. The message is for the user."""


class Broker(Protocol):
    """A broker that can be struck; each method returns when it is done, or raises a PlatformError."""

    @property
    def id(self) -> int:
        """Its number in the cluster."""
        ...

    @property
    def network(self) -> Network | None:
        """Its own network; None where it shares this machine's, which must not be broken."""
        ...

    def kill(self) -> None:
        """End it at once."""

    def stop(self) -> None:
        """Let it leave the cluster in good order, and end."""

    def start(self) -> None:
        """Start it again; it takes some seconds more to be ready."""

    def pause(self) -> None:
        """Pause its process."""

    def resume(self) -> None:
        """Resume its process."""


class Brokers(Protocol):
    """The brokers of the cell's cluster, and what they know of topics; methods may raise a PlatformError."""

    def broker(self, id: int) -> Broker:
        """The broker with this id."""
        ...

    def living(self) -> set[int]:
        """The ids of the brokers that answer."""
        ...

    def leader_of(self, topic: str, partition: int) -> Broker:
        """The broker that leads a partition."""
        ...

    def replicas_of(self, topic: str, partition: int) -> tuple[list[int], list[int]]:
        """The ids of the brokers that have a partition, its leader first, and of those that are in sync."""
        ...

    def log_ends(self, topic: str, partitions: int, *, committed: bool = False) -> Mapping[int, int]:
        """The offset behind the last record of each partition; with ``committed``, the last stable offset."""
        ...

    def coordinator_of(self, transactional_id: str) -> tuple[str, int]:
        """The topic and partition whose leader coordinates the transactions of this id."""
        ...


class Supervisor(Protocol):
    """The load programs while they run."""

    @property
    def programs(self) -> list[Program]:
        """Every program that was started, in their order."""
        ...

    def start(self, program: Program) -> None:
        """Start one more."""

    def begin(self, name: str) -> None:
        """Tell a program to begin."""

    def stop(self, name: str) -> None:
        """Tell a program to end in good order."""

    def kill(self, name: str) -> None:
        """End a program at once; return when it is gone. It does not count as failed."""

    def pause(self, name: str) -> None:
        """Pause a program."""

    def resume(self, name: str) -> None:
        """Resume a program that is paused; from now on it may fail."""

    def network(self, name: str) -> Network | None:
        """A program's own network; None where it has none."""
        ...

    def is_out_of_service(self, name: str) -> bool:
        """Whether a program was killed, or has failed as it was allowed to."""
        ...

    def latest_event(self, name: str, kind: EventKind) -> Event | None:
        """The latest event of a kind that a program sent."""
        ...

    def wait_until(self, condition: Callable[[], bool], deadline: float, missing: Callable[[], str]) -> None:
        """Listen to the programs until the condition holds, for ``deadline`` seconds at most."""


@dataclass(frozen=True)
class Scene:
    """A cell under way."""

    settings: StruckSettings
    topic: str
    """The topic that the producer sends to."""
    programs: LoadPrograms
    supervisor: Supervisor
    brokers: Brokers

    @property
    def receiver(self) -> Program:
        """The consumer, or the copier, that a fault strikes: the first of its group."""
        return (self.programs.copiers or self.programs.consumers)[0]
