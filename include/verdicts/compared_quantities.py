"""What a candidate is compared in: few quantities, each of which can tell by itself that it is worse."""

from dataclasses import dataclass

from include.scenarios.delivery.settings import UNTHROTTLED, DeliverySettings
from include.verdicts.regression import Better


@dataclass(frozen=True)
class Quantity:
    """A column of ``results/cells``, how prose calls it, its unit, and which way of it is better."""

    column: str
    words: str
    unit: str
    better: Better


THROUGHPUT = Quantity("producer_consumer_throughput", "end-to-end throughput", "MiB/s", Better.HIGHER)
ACKNOWLEDGED_P50 = Quantity(
    "producer_broker_latency_p50", "median acknowledgement latency", "ms", Better.LOWER
)
DELIVERED_P50 = Quantity("producer_consumer_latency_p50", "median end-to-end latency", "ms", Better.LOWER)
DELIVERED_P99 = Quantity("producer_consumer_latency_p99", "99th percentile end to end", "ms", Better.LOWER)
BROKER_CPU = Quantity("broker_cpu_time", "CPU time of the brokers", "µs/message", Better.LOWER)

SATURATED = (THROUGHPUT, BROKER_CPU)
"""As fast as it goes: a latency would be that of the queue, which the throughput already tells."""

PACED = (ACKNOWLEDGED_P50, DELIVERED_P50, DELIVERED_P99, BROKER_CPU)
"""At a fixed rate: the throughput is the rate, whatever the brokers are like."""


def quantities(settings: DeliverySettings) -> tuple[Quantity, ...]:
    """What cells with these settings are compared in."""
    compared = SATURATED if settings.rate == UNTHROTTLED else PACED
    # Without acknowledgements that latency is the client's own.
    return tuple(one for one in compared if one != ACKNOWLEDGED_P50 or settings.promise.acks != "0")
