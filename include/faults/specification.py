"""What can be broken on purpose in a cell: the names, what each is aimed at, and what it takes."""

from dataclasses import dataclass
from enum import StrEnum

NO_FAULT = "no-fault"

AND = "+"
"""Stands between faults that share a window: ``kill-leader+kill-consumer``."""


class FaultName(StrEnum):
    """Every fault there is; each has a file in include/faults."""

    KILL_LEADER = "kill-leader"
    KILL_COORDINATOR = "kill-coordinator"
    STOP_LEADER = "stop-leader"
    FREEZE_LEADER = "freeze-leader"
    LOSE_REPLICAS = "lose-replicas"
    CUT_OFF_LEADER = "cut-off-leader"
    LOSE_PACKETS = "lose-packets"
    DELAY_PACKETS = "delay-packets"
    REORDER_PACKETS = "reorder-packets"
    LOSE_PRODUCER_PACKETS = "lose-producer-packets"
    DELAY_PRODUCER_PACKETS = "delay-producer-packets"
    REORDER_PRODUCER_PACKETS = "reorder-producer-packets"
    KILL_PRODUCER = "kill-producer"
    FREEZE_PRODUCER = "freeze-producer"
    KILL_BEFORE_COMMIT = "kill-before-commit"
    KILL_BEFORE_PROCESSING = "kill-before-processing"
    FREEZE_CONSUMER = "freeze-consumer"
    REBALANCE = "rebalance"
    ADD_CONSUMER = "add-consumer"
    STOP_CONSUMER = "stop-consumer"
    KILL_CONSUMER = "kill-consumer"
    RESTART_CONSUMERS = "restart-consumers"
    KILL_MONITOR = "kill-monitor"


class Target(StrEnum):
    """What a fault is aimed at; no two faults of a cell may be aimed at the same."""

    BROKER = "a broker"
    PRODUCER = "the producer"
    CONSUMER = "a consumer"
    MONITOR = "the monitor"


class Means(StrEnum):
    """What it takes."""

    PROGRAM = "control over a load program"
    """Every runner has it, so that every cluster will do."""
    BROKER = "control over a broker"
    """Of a cluster that the project starts: embedded, Compose."""
    NETWORK = "a network namespace of each broker's own"
    """Compose's brokers have one, and embedded ones where whoever runs them may make namespaces."""
    PROGRAM_NETWORK = "a network namespace of each load program's own"
    """Containers have one, on a network of containers; and the producer as a process, where whoever runs
    embedded brokers may make namespaces."""


@dataclass(frozen=True)
class Kind:
    """What a fault is aimed at, and what it takes."""

    target: Target
    means: Means


_BROKER = Kind(Target.BROKER, Means.BROKER)
_NETWORK = Kind(Target.BROKER, Means.NETWORK)
_PRODUCER_NETWORK = Kind(Target.PRODUCER, Means.PROGRAM_NETWORK)
_PRODUCER = Kind(Target.PRODUCER, Means.PROGRAM)
_CONSUMER = Kind(Target.CONSUMER, Means.PROGRAM)
_MONITOR = Kind(Target.MONITOR, Means.PROGRAM)

KINDS: dict[FaultName, Kind] = {
    FaultName.KILL_LEADER: _BROKER,
    FaultName.KILL_COORDINATOR: _BROKER,
    FaultName.STOP_LEADER: _BROKER,
    FaultName.FREEZE_LEADER: _BROKER,
    FaultName.LOSE_REPLICAS: _BROKER,
    FaultName.CUT_OFF_LEADER: _NETWORK,
    FaultName.LOSE_PACKETS: _NETWORK,
    FaultName.DELAY_PACKETS: _NETWORK,
    FaultName.REORDER_PACKETS: _NETWORK,
    FaultName.LOSE_PRODUCER_PACKETS: _PRODUCER_NETWORK,
    FaultName.DELAY_PRODUCER_PACKETS: _PRODUCER_NETWORK,
    FaultName.REORDER_PRODUCER_PACKETS: _PRODUCER_NETWORK,
    FaultName.KILL_PRODUCER: _PRODUCER,
    FaultName.FREEZE_PRODUCER: _PRODUCER,
    FaultName.KILL_BEFORE_COMMIT: _CONSUMER,
    FaultName.KILL_BEFORE_PROCESSING: _CONSUMER,
    FaultName.FREEZE_CONSUMER: _CONSUMER,
    FaultName.REBALANCE: _CONSUMER,
    FaultName.ADD_CONSUMER: _CONSUMER,
    FaultName.STOP_CONSUMER: _CONSUMER,
    FaultName.KILL_CONSUMER: _CONSUMER,
    FaultName.RESTART_CONSUMERS: _CONSUMER,
    FaultName.KILL_MONITOR: _MONITOR,
}

HELD = (FaultName.KILL_BEFORE_COMMIT, FaultName.KILL_BEFORE_PROCESSING, FaultName.FREEZE_CONSUMER)
"""Faults that strike a consumer between its two steps, processing and commit."""

TAKING_AWAY = (FaultName.STOP_CONSUMER, FaultName.KILL_CONSUMER)
"""Faults after which a group has one member less."""


def faults_in(level: str) -> tuple[FaultName, ...]:
    """The faults that a level names; none for ``no-fault``.

    Raises:
        ValueError: there is no such fault, or two of them exclude each other.
    """
    if level == NO_FAULT:
        return ()
    known = ", ".join(f"'{name}'" for name in [NO_FAULT, *FaultName])
    names = level.split(AND)
    for name in names:
        if name not in list(FaultName):
            raise ValueError(f"{name!r} should be {known}, or several with {AND} between them")
    faults = tuple(FaultName(name) for name in names)
    for place, fault in enumerate(faults):
        for other in faults[:place]:
            if KINDS[fault].target is KINDS[other].target:
                raise ValueError(
                    f"{other} and {fault} exclude each other: both are aimed at {KINDS[fault].target.value}"
                )
    return faults
