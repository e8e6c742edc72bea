"""How long a plan's cells will take, roughly."""

from collections.abc import Iterable
from datetime import timedelta

from include.faults.fault import Capability
from include.matrix.plan import Cell
from include.scenarios.scenario_settings import ScenarioSettings

# Fitted by hand to a few measurements of Java's ProducerPerformance on two cores of a shared machine
# (acks=all, three replicas, linger 0, 16 KiB batches, 100,000 to 200,000 messages): 55,000 to 79,000
# messages/s of 128 bytes, 19,000 to 24,000 of 1 KiB. Every semantics is given these rates; at-most-once was
# not measured. Other clients were up to seven times faster with 1 MB batches; compression was not measured.
MESSAGES_PER_SECOND = 100_000
"""If messages had no bytes."""

BYTES_PER_SECOND = 24_000_000
"""If bytes came in no messages."""

COMMIT_SECONDS = 0.012
"""Lost to each commit: measured, transactions of 10 ms halved the rate or more, at both sizes."""

CELL_SECONDS = 3.0
"""Task, topic, start of the load programs, ready barrier, drain and seal: assumed, not measured."""


FAULT_SECONDS = 4.0
"""More for a cell with a fault: programs that take over, and a look into the log. Measured, roughly."""

BROKER_SECONDS = 12.0
"""More for one that ends a broker: until another leads, and until all replicas are in sync again."""


def estimate(cells: Iterable[Cell]) -> timedelta:
    """The time of these cells, one after another, without starting the brokers and without the report."""
    return timedelta(seconds=sum(cell_seconds(cell.settings) for cell in cells))


def cell_seconds(settings: ScenarioSettings) -> float:
    """Seconds of a whole cell."""
    ends_broker = any(fault.needs is not Capability.PROGRAM for fault in settings.faults)
    faults = FAULT_SECONDS * bool(settings.faults) + BROKER_SECONDS * ends_broker
    return CELL_SECONDS + sending_seconds(settings) + faults


def sending_seconds(settings: ScenarioSettings) -> float:
    """Seconds from the first send to the last: as the rate says, unless the way there, or the brokers, can't
    keep up with it."""
    per_message = 1 / MESSAGES_PER_SECOND + settings.message_bytes / BYTES_PER_SECOND
    fastest = settings.messages * per_message * commit_factor(settings)
    return max(fastest, settings.messages / min(settings.messages_per_second, settings.expected_rate))


def commit_factor(settings: ScenarioSettings) -> float:
    """How much longer sending takes because of commits; 1 without transactions."""
    transaction_ms = settings.target_transaction_ms
    return 1.0 if transaction_ms is None else 1 + COMMIT_SECONDS / (transaction_ms / 1000)
