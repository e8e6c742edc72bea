"""What a fault finds: a cell under way."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self

from include.clusters.cluster import Broker, Cluster, Network
from include.clusters.cluster_health import ends, leader_of
from include.errors import PlatformError
from include.load_runtime.events import Event, Kind
from include.load_runtime.program import Program, successor
from include.networks.packet_counts import PacketCounts
from include.scenarios.delivery.settings import DeliverySettings
from include.scenarios.load_programs import LoadPrograms, Topics


class FaultError(Exception):
    """A fault didn't bite, so that its cell says nothing; the message is for a user."""


class Crew(Protocol):
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
        """End a program at once; returns when it is gone, and doesn't count it as failed."""

    def pause(self, name: str) -> None:
        """Pause a program."""

    def resume(self, name: str) -> None:
        """Resume a program that is paused or waits for a fault; from now on it may fail."""

    def network(self, name: str) -> Network | None:
        """A program's own network; None where it has none."""
        ...

    def is_over(self, name: str) -> bool:
        """Whether a program was killed, or has failed as it was allowed to."""
        ...

    def latest(self, name: str, kind: Kind) -> Event | None:
        """The latest event of a kind that a program sent."""
        ...

    def wait_until(self, condition: Callable[[], bool], deadline: float, missing: Callable[[], str]) -> None:
        """Listen until the condition holds."""


@dataclass
class BrokenNetwork:
    """A network that is broken, and whose network it is.

    ``packets`` are the packets that met the rules by which it is broken; None until it is mended.
    """

    whose: str
    network: Network
    packets: PacketCounts | None = None

    @classmethod
    def broken(cls, whose: str, network: Network | None, how: Callable[[Network], None]) -> Self:
        """Break a network.

        Raises:
            FaultError: there is none that may be broken.
        """
        if network is None:
            raise FaultError(f"{whose} has no network of its own")
        how(network)
        return cls(whose, network)

    def mend(self) -> None:
        """Mend it.

        Raises:
            PlatformError: no packet met it, so that nothing was broken.
        """
        self.packets = self.network.mend()

    def __str__(self) -> str:
        """The name of the broker or program whose network it is."""
        return self.whose


@dataclass(frozen=True)
class Scene:
    """A cell under way: its brokers, its topics and its programs."""

    cluster: Cluster
    settings: DeliverySettings
    topics: Topics
    programs: LoadPrograms
    crew: Crew

    def leader(self) -> Broker:
        """The broker that leads the partition at which faults are aimed."""
        return self.leader_of(self.topics.first, self.settings.fault_partition)

    def leader_of(self, topic: str, partition: int) -> Broker:
        """The broker that leads a partition."""
        return self.cluster.broker(leader_of(self.cluster.access, topic, partition))

    def wait_for_another_leader(self, topic: str, partition: int, than: str) -> None:
        """Return when another broker leads a partition than the one of that name."""

        def led_by_another() -> bool:
            try:
                return str(self.leader_of(topic, partition)) != than
            except PlatformError:
                return False

        self.crew.wait_until(led_by_another, FAIL_OVER, lambda: f"{topic}-{partition} had no other leader")

    def wait_until_written(self, producer: Program) -> None:
        """Return when brokers have written what a producer sent that holds still.

        One that uses transactions has made sure of it itself; their markers have offsets too.
        """
        held = self.crew.latest(producer.name, Kind.HELD)
        if held is None or self.settings.promise.transactional:
            return
        access, topic, partitions = self.cluster.access, self.topics.first, self.settings.partitions
        self.crew.wait_until(
            lambda: sum(ends(access, topic, partitions).values()) >= held.counts["sent"],
            READY,
            lambda: f"brokers hadn't written what {producer.name} sent",
        )

    def break_network_of_leader(self, how: Callable[[Network], None]) -> "BrokenNetwork":
        """Break the network of the broker that leads."""
        broker = self.leader()
        return BrokenNetwork.broken(str(broker), broker.network, how)

    def break_network_of_producer(self, how: Callable[[Network], None]) -> "BrokenNetwork":
        """Break the producer's network."""
        name = self.programs.producer.name
        return BrokenNetwork.broken(name, self.crew.network(name), how)

    def receiver(self) -> Program:
        """The consumer, or the copier, that is struck."""
        return (self.programs.copiers or self.programs.consumers)[0]

    def replace_producer(self) -> None:
        """Have another producer take over from the first, as a supervisor would."""
        again = successor(self.programs.producer)
        self.crew.start(again)
        self.crew.wait_until(
            lambda: self.crew.latest(again.name, Kind.READY) is not None,
            READY,
            lambda: f"{again.name} didn't get ready",
        )
        self.crew.begin(again.name)


FAIL_OVER = 60.0
"""Seconds within which another broker must lead in a dead one's place."""

READY = 60.0
"""Seconds within which a program that takes another's place must be ready."""
