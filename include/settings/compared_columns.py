"""The columns in which cells are compared. Cells count as different if at least one column differs."""

from include.settings.cell import ScenarioSettings

THROUGHPUT = "producer_consumer_throughput"
ACKNOWLEDGED_P50 = "producer_broker_latency_p50"
DELIVERED_P50 = "producer_consumer_latency_p50"
DELIVERED_P99 = "producer_consumer_latency_p99"
BROKER_CPU = "broker_cpu_time"

SATURATED = (THROUGHPUT, BROKER_CPU)
"""The columns to compare under an unthrottled load. Latency is left out, because it is mainly the time in the
producer's queue, which follows from the throughput."""

PACED = (ACKNOWLEDGED_P50, DELIVERED_P50, DELIVERED_P99, BROKER_CPU)
"""The columns to compare under a load with a fixed rate. Throughput is left out: it equals the rate, even if
the brokers could do more."""


def compared_columns(settings: ScenarioSettings) -> tuple[str, ...]:
    """The columns to compare between cells with these settings."""
    columns = PACED if settings.traits.pace.is_fixed else SATURATED
    # Without acknowledgements, the acknowledged latency is the client's own.
    return tuple(
        c for c in columns if c != ACKNOWLEDGED_P50 or not settings.traits.delivery.is_acknowledged_by_client
    )
