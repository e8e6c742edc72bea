"""The jobs of the reliable-ack scenario: a producer with a monitor, the monitor, and receipt reporters."""

from typing import ClassVar

from include.load_runtime.job import Job, ProducerJob


class LimitedProducerJob(ProducerJob):
    """The job of a producer that gives up what is not acknowledged in time."""

    drain_seconds: float | None = None
    """The time after the last send for which acknowledgements are awaited; None: until all have arrived."""


class MonitoredProducerJob(LimitedProducerJob):
    """The job of a producer that sends a copy of each message to a monitor.

    The monitor's address is in the cell's folder.
    """

    leaves_to_monitor: bool = True
    """Whether a message for which the client has no room goes to the monitor only; otherwise it waits."""
    copy_connections: int
    copy_congestion_control: str | None = None
    """TCP's congestion control on those connections; None: as on the producer's network."""


class MonitorJob(Job):
    """The job of a monitor; ``client_settings`` are those of the producer with which it retransmits."""

    ends_by_itself: ClassVar[bool] = True  # when all messages are confirmed

    message_bytes: int
    partitions: int
    slots: int
    drain_seconds: float
    """The maximum time that the monitor waits for confirmations after the last copy has arrived."""
    keeps_records_in_files: bool = False
    """Whether the monitor keeps its records in files while it runs, because a fault may kill it."""


class ReceiptsJob(Job):
    """The job of a program that reports to the monitor which messages a broker has appended."""

    index: int
    """The number of this program, from 0, among ``of`` such programs, each of which follows other brokers."""
    of: int
