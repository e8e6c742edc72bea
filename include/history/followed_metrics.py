"""The quantities that a history follows: those of costs, in which all semantics can be compared."""

from include.matrix.plan import Treatment
from include.verdicts.compared_quantities import (
    BROKER_CPU,
    DELIVERED_P50,
    DELIVERED_P99,
    THROUGHPUT,
    Quantity,
    costs,
)

FOLLOWED = (DELIVERED_P50, DELIVERED_P99, THROUGHPUT, BROKER_CPU)
"""Every quantity that any treatment may have, in the order of charts."""


def followed(treatment: Treatment) -> tuple[Quantity, ...]:
    """The quantities of a treatment: latencies at a fixed rate only, because they are queues otherwise."""
    return costs(treatment.settings)
