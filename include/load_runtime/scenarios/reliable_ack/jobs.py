"""What the programs of reliable ack are told: the producer, its monitor, and who reports to that."""

from include.load_runtime.job import Job, ProducerJob


class CopyingJob(ProducerJob):
    """What a producer is told that sends copies to a monitor, which it finds in the cell's folder."""

    copy_connections: int
    copy_congestion_control: str | None = None


class MonitorJob(Job):
    """What a monitor is told; its client is the one with which it retransmits."""

    message_bytes: int
    partitions: int
    slots: int
    """How many copies its list holds at first."""
    drain_seconds: float
    """How long it goes on, once the last copy has come, for what is not confirmed by then."""
    survives: bool = False
    """Whether what it knows must outlive it, since it may be killed: it is kept in files from the start."""


class ReceiptsJob(Job):
    """What a program beside a broker is told that reports what the broker has appended."""

    index: int
    """Its place among ``of`` such programs, each beside another broker."""
    of: int
