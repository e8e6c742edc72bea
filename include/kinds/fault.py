"""The record of a fault, all faults by name, and the faults of a level of the factor ``fault``.

A record has the target of the fault, the capability it needs, the cells it refuses, and its injection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import cache
from typing import TYPE_CHECKING

from include.kinds.registry import Registry

if TYPE_CHECKING:
    from include.faults.scene import Scene
    from include.settings.faults import KafkaCellSettings

NO_FAULT = "no-fault"
"""The level of the factor ``fault`` in a cell without faults."""

SEPARATOR = "+"
"""The separator between several faults with the same window: ``kill-leader+kill-consumer``."""


class Step(StrEnum):
    """A step that a consumer takes with received messages."""

    PROCESS = "process"
    COMMIT = "commit"


class Target(StrEnum):
    """The target of a fault. Two faults with the same target exclude each other in a cell."""

    BROKER = "a broker"
    PRODUCER = "the producer"
    CONSUMER = "a consumer"
    MONITOR = "the monitor"
    TOPIC = "the topic"
    APPLICATION = "the application"
    REQUEST = "a request"


class Capability(StrEnum):
    """A capability of the cluster and the runner that a fault or a client may need."""

    PROGRAM = "control over a load program"
    """Every runner has this capability, on every cluster."""
    BROKER = "control over a broker"
    """Every cluster that Kerran starts has this capability."""
    NETWORK = "a network namespace for each broker"
    """Each broker in a container has a network namespace. For brokers that are processes, Kerran must be
    allowed to create namespaces."""
    APPLICATION = "control over a process of the user"
    """Load programs that are processes can start, strike and end a program of the user."""
    PROGRAM_NETWORK = "a network namespace for a load program"
    """A program that runs in a container on a container network has its own network namespace. A program
    that is a process can have one only if the brokers are processes that Kerran has started, and if Kerran is
    allowed to create namespaces."""
    PROXY = "a proxy between clients and the brokers"
    """Brokers that Kerran starts have a second listener, which clients reach through a proxy."""
    BROKER_PROXY = "a proxy between the brokers"
    """Embedded brokers can reach each other through links, which a proxy can take over."""
    RELEASE = "control over the release of a broker"
    """Embedded brokers can start again with the jars of another Kafka release."""
    DISK = "control over the disk of a broker"
    """Kerran can cut the files of an embedded broker back to what it flushed, and fill or slow its disk."""
    LIBRARY = "load programs with another release of librdkafka"
    """Load programs that are processes can use another release of librdkafka. Its package is downloaded for
    the Python of this machine."""
    FEATURE = "control over a feature of the brokers"
    """Kerran can set the level of a feature on embedded brokers, with the Java of this machine."""


class PausePoint(Enum):
    """The point at which the target of a fault pauses and waits for the fault."""

    NOWHERE = auto()
    """The program does not pause."""
    WHILE_SENDING = auto()
    """The producer pauses when it has sent all its messages that come before the window of the fault."""
    BETWEEN_STEPS = auto()
    """A consumer pauses between processing and commit, or between commit and processing."""
    BEFORE_COMMIT = auto()
    """A consumer pauses after it has processed messages, but before it commits their offsets."""
    BEFORE_PROCESSING = auto()
    """A consumer pauses after it has committed the offsets of messages, but before it processes the
    messages."""

    @property
    def is_between_steps(self) -> bool:
        """Whether a consumer pauses between two of its steps."""
        return self in (self.BETWEEN_STEPS, self.BEFORE_COMMIT, self.BEFORE_PROCESSING)


@dataclass(frozen=True)
class Fault:
    """A failure that is injected on purpose for a part of a cell's time."""

    name: str
    title: str
    """The failure in words, for the heading of a table's column."""
    target: Target
    needs: Capability
    inject: Callable[[Scene], Iterator[object]]
    """Injects the failure, and yields the target when the failure is in effect. ``str(target)`` is the
    target's name. When it is resumed after the window, it ends the failure, or waits until its effects are
    over. It is not resumed if the cell fails in the window.

    Raises FaultError if the failure cannot be injected."""
    refuses: Callable[[KafkaCellSettings], str | None] = lambda _settings: None
    """The reason why a cell with these settings cannot have the fault; None if the cell can have it. The
    reason is the end of a sentence that begins with the name of the fault."""
    pause_point: PausePoint = PausePoint.NOWHERE
    ends_sending: bool = False
    """Whether a cell with ``seconds`` sends until the fault is over, and no longer. For a fault that takes as
    long as the brokers or the application need."""
    parameters: tuple[str, ...] = ()
    """The names of the fault's parameters. A parameter is a setting that applies only with the faults that
    name it."""

    @property
    def is_repeatable(self) -> bool:
        """Whether the fault can strike again in the same cell: its target is itself again after the fault."""
        is_itself = self.target in (Target.BROKER, Target.APPLICATION)
        return (is_itself and self.needs is not Capability.PROXY) or self.needs is Capability.PROGRAM_NETWORK


FAULTS = Registry(
    "fault",
    Fault,
    "include.faults",
    [
        "kill-leader",
        "kill-leader-ahead",
        "kill-coordinator",
        "kill-share-coordinator",
        "kill-leader-of-held",
        "stop-leader",
        "rolling-restart",
        "rolling-upgrade",
        "freeze-leader",
        "power-cut",
        "disk-full",
        "slow-disk",
        "stop-followers",
        "lose-replicas",
        "cut-off-leader",
        "lose-packets",
        "delay-packets",
        "reorder-packets",
        "cut-off-producer",
        "lose-producer-packets",
        "delay-producer-packets",
        "reorder-producer-packets",
        "kill-producer",
        "freeze-producer",
        "kill-before-commit",
        "kill-before-processing",
        "kill-repeatedly",
        "freeze-consumer",
        "slow-processing",
        "rebalance",
        "add-consumer",
        "stop-consumer",
        "kill-consumer",
        "restart-consumers",
        "add-partitions",
        "alter-offsets",
        "kill-monitor",
        "kill-application",
        "kill-application-at-request",
        "stop-application",
        "freeze-application",
        "cut-off-application",
        "scale-application",
        "strike-request",
    ],
)


def faults_in(level: str) -> tuple[Fault, ...]:
    """The faults that a level of the factor ``fault`` names; empty for ``no-fault``.

    Raises:
        ValueError: A fault does not exist, or two faults have the same target.
    """
    if level == NO_FAULT:
        return ()
    for name in level.split(SEPARATOR):
        if name not in FAULTS:
            choices = ", ".join(f"'{fault}'" for fault in [NO_FAULT, *FAULTS])
            raise ValueError(
                f"{name!r} should be {choices}, or several of these faults joined by {SEPARATOR}"
            )
    faults = tuple(FAULTS[name] for name in level.split(SEPARATOR))
    for index, fault in enumerate(faults):
        for other in faults[:index]:
            if fault.target is other.target:
                both = f"{other.name} and {fault.name}"
                raise ValueError(f"{both} exclude each other: both strike {fault.target.value}")
    return faults


def validate_fault_level(level: str) -> str:
    """The level, unchanged; an invalid combination of faults causes a ValueError."""
    faults_in(level)
    return level


@cache
def faults_with(parameter: str) -> tuple[str, ...]:
    """The names of the faults that have a parameter."""
    return tuple(fault.name for fault in FAULTS.values() if parameter in fault.parameters)
