"""The quantities that a history follows."""

from include.matrix.plan import Treatment
from include.verdicts.compared_quantities import (
    BROKER_CPU,
    DELIVERED_P50,
    DELIVERED_P99,
    THROUGHPUT,
    Quantity,
    end_to_end,
)

FOLLOWED = (DELIVERED_P50, DELIVERED_P99, THROUGHPUT, BROKER_CPU)
"""Every quantity that any treatment may have, in the order of charts."""


def followed(treatment: Treatment) -> tuple[Quantity, ...]:
    """The quantities of a treatment: latencies at a fixed rate only, because they are queues otherwise."""
    return end_to_end(treatment.settings)
