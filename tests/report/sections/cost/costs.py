"""Comparisons with literal figures."""

from typing import Any

from include.matrix.plan import Treatment
from include.report.cost_differences import CostDifference
from include.scenarios.delivery.settings import DeliverySettings
from include.verdicts.compared_quantities import BROKER_CPU, DELIVERED_P50, Quantity
from include.verdicts.paired_differences import PairedDifference

Ends = tuple[float, float]


def treatment(semantics: str, **settings: Any) -> Treatment:
    """A paced treatment, unless the settings say otherwise."""
    given = {"semantics": semantics, "rate": 2000, "seconds": 3, **settings}
    if given["rate"] == "unthrottled":
        del given["seconds"]
    names = {"message_bytes": 1024, "transaction_ms": 100, "client": "librdkafka"}
    return Treatment(
        id=".".join([semantics, *(str(given.get(name, default)) for name, default in names.items())]),
        factors={name: given[name] for name in ("semantics", "message_bytes") if name in given},
        settings=DeliverySettings.model_validate({"scenario": "delivery", **given}),
    )


def cost(
    quantity: Quantity,
    estimate: float,
    ends: Ends,
    corrected: Ends | None = None,
    semantics: str = "exactly-once",
    **settings: Any,
) -> CostDifference:
    difference = PairedDifference(quantity.kind, 6, estimate, *ends, *(corrected or ends))
    costly, reference = treatment(semantics, **settings), treatment("at-least-once", **settings)
    return CostDifference(costly, reference, quantity, difference, 89.0, 16.0, "")


def latency(estimate: float, low: float, high: float, **more: Any) -> CostDifference:
    return cost(DELIVERED_P50, estimate, (low, high), **more)


def cpu(estimate: float, low: float, high: float, **more: Any) -> CostDifference:
    return cost(BROKER_CPU, estimate, (low, high), **more)


def too_few(pairs: int, reason: str = "") -> CostDifference:
    difference = PairedDifference(DELIVERED_P50.kind, pairs)
    costly, reference = treatment("exactly-once"), treatment("at-least-once")
    return CostDifference(costly, reference, DELIVERED_P50, difference, 89.0, 16.0, reason)
