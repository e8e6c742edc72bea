"""How sentences, tables and charts about costs name quantities and differences."""

from dataclasses import dataclass

from include.rendering.number_format import NO_BREAK, fixed
from include.report.cost_differences import CostDifference
from include.verdicts.compared_quantities import (
    BROKER_CPU,
    CAPACITY,
    DELIVERED_P50,
    THROUGHPUT,
    Quantity,
)
from include.verdicts.paired_differences import Kind


@dataclass(frozen=True)
class QuantityWords:
    """What sentences call a quantity.

    ``more`` and ``less`` say that a treatment has more or less of it than its reference, ``noun`` what it is.
    """

    more: str
    less: str
    noun: str


WORDS: dict[Quantity, QuantityWords] = {
    CAPACITY: QuantityWords("higher capacity", "lower capacity", "capacity"),
    DELIVERED_P50: QuantityWords("slower", "faster", "latency"),
    THROUGHPUT: QuantityWords("higher throughput", "lower throughput", "throughput"),
    BROKER_CPU: QuantityWords("more CPU", "less CPU", "CPU"),
}
"""Of every quantity in which costs are stated, in the order of charts."""


def figure(value: float | None, quantity: Quantity) -> str:
    """An estimate or the end of an interval, without its unit: ``73`` of ms, ``0.97`` of a ratio."""
    if quantity.kind is Kind.RATIO:
        return fixed(value, 2)
    return fixed(value, 0 if value is not None and abs(value) >= 10 else 1)


def with_interval(one: CostDifference) -> str:
    """An estimate with its 95 % interval in brackets: ``73 ms (55 to 118)``, ``0.97 times (…)``."""
    found, quantity = one.found, one.quantity
    unit = "times" if quantity.kind is Kind.RATIO else quantity.unit
    low, high = (figure(end, quantity) for end in (found.low, found.high))
    return f"{figure(found.estimate, quantity)}{NO_BREAK}{unit} ({low} to {high})"
