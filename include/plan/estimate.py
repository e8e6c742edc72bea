"""A rough estimate of the time that the cells of a plan take."""

from collections.abc import Iterable
from datetime import timedelta

from include.kinds.fault import Capability
from include.plan.treatment import Cell
from include.settings.cell import ScenarioSettings

# These rates are fitted by hand to a few measurements of Java's ProducerPerformance on two cores of a shared
# machine (acks=all, three replicas, linger 0, 16 KiB batches, 100,000 to 200,000 messages). Measured were
# 55,000 to 79,000 messages/s of 128 bytes, and 19,000 to 24,000 messages/s of 1 KiB. Every semantics is given
# these rates, although at-most-once was not measured. Other clients were up to seven times faster with 1 MB
# batches; compression was not measured.
MESSAGES_PER_SECOND = 100_000
"""The rate, in messages per second, that would be reached if the messages had no content."""

BYTES_PER_SECOND = 24_000_000
"""The rate, in bytes per second, at which very large messages would be sent."""

COMMIT_SECONDS = 0.012
"""The duration of a commit. The value fits a measurement: with transactions of 10 ms, the rate was at most
half of the rate without transactions."""

CELL_OVERHEAD_SECONDS = 1.0
"""The time that a cell takes in addition to sending: for the task, the topic, the start of the programs, the
drain and the seal. Measured on two quiet cores: 0.6 s, and 0.3 s between two cells."""

FAULT_OVERHEAD_SECONDS = 4.0
"""The additional time that a cell with a fault takes, to replace programs and to audit the log. The value is
a rough measurement."""

BROKER_FAULT_OVERHEAD_SECONDS = 12.0
"""The additional time that a cell takes if its fault strikes a broker: another broker must become the leader,
and all replicas must be in sync again."""

ROLLING_SECONDS = 60.0
"""The time of a fault that ends sending: that in which all brokers are restarted one after another, a rough
average of three brokers on two cores that also run other programs. An application is stopped in less."""

APPLICATION_SECONDS = 10.0
"""The additional time that a cell takes until messages pass through its application, and again until the
application has recovered from a fault: a rough average of 100 cells of eight frameworks on two cores, whose
sessions ended after 6 s."""

LEAVE_BROKERS_ALONE = (Capability.PROGRAM, Capability.PROGRAM_NETWORK, Capability.PROXY)
"""The capabilities that faults need if they do not affect brokers. After such a fault, no broker needs time
to recover."""


def estimate(cells: Iterable[Cell]) -> timedelta:
    """The estimated total time of the cells, which run one after another.

    The time for the start of the brokers and for the report is not included.
    """
    return timedelta(seconds=sum(cell_seconds(cell.settings) for cell in cells))


def cell_seconds(settings: ScenarioSettings) -> float:
    """The estimated seconds of a whole cell."""
    cell_faults = settings.traits.disturbance.faults
    strikes_broker = any(fault.needs not in LEAVE_BROKERS_ALONE for fault in cell_faults)
    faults = FAULT_OVERHEAD_SECONDS * bool(cell_faults) + BROKER_FAULT_OVERHEAD_SECONDS * strikes_broker
    application = APPLICATION_SECONDS * bool(settings.traits.flow.applications) * (1 + bool(cell_faults))
    overhead = CELL_OVERHEAD_SECONDS + settings.traits.flow.settling_seconds
    return overhead + sending_seconds(settings) + faults + application


def sending_seconds(settings: ScenarioSettings) -> float:
    """The estimated seconds from the first send to the last.

    The estimate uses the lowest of three rates: the rate of the load, of the way of sending, and of the
    brokers.
    """
    pace, transaction_ms = settings.traits.pace, settings.traits.delivery.transaction_ms
    per_message = 1 / MESSAGES_PER_SECOND + settings.message_bytes / BYTES_PER_SECOND
    commit_factor = 1.0 if transaction_ms is None else 1 + COMMIT_SECONDS / (transaction_ms / 1000)
    fastest = settings.messages * per_message * commit_factor
    seconds = max(fastest, settings.messages / min(pace.messages_per_second, pace.expected_rate))
    disturbance = settings.traits.disturbance
    if settings.seconds and disturbance.ends_sending:
        seconds = min(seconds, disturbance.fault_window[0] * seconds + ROLLING_SECONDS * disturbance.repeats)
    return min(seconds, pace.longest_sending_seconds)
