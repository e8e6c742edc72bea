"""Which latencies beside published ones are the length of a queue."""

from include.matrix.plan import Treatment
from include.report.queueing import MEBIBYTE
from include.scenarios.kafka_client_settings import kafka_settings

QUEUEING = "‡"


def is_mostly_queued(treatment: Treatment, mean_latency_ms: float | None, throughput: float | None) -> bool:
    """Whether more waits on average than requests in flight can hold, so that the rest stands in a queue.

    By Little's law what is under way is the throughput (MiB/s) times the mean latency.
    """
    if treatment.settings.is_paced or mean_latency_ms is None or throughput is None:
        return False
    return mean_latency_ms / 1000 * throughput > in_flight_mebibytes(treatment)


def in_flight_mebibytes(treatment: Treatment) -> float:
    """The most that the requests in flight hold: each has one batch of each partition of its broker."""
    settings = kafka_settings(treatment.settings)
    return settings.delivery_config.max_in_flight * settings.partitions * settings.batch_bytes / MEBIBYTE


def queueing_note() -> str:
    """What the mark means."""
    return (
        f"{QUEUEING} A queue: the throughput times the mean latency is more than all requests together hold "
        "that may be in flight, so that messages waited in the producer, which sends as fast as its client "
        "takes them. Such a latency depends on the number of messages, and does not show the cost of a "
        "guarantee."
    )
