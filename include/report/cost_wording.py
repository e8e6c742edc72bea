"""How sentences, tables and charts about costs name quantities and differences, and how these are read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from include.rendering.blocks import Paragraph
from include.rendering.number_format import NO_BREAK, fixed, percent, significant
from include.rendering.words import enumerated
from include.report.cost_differences import CostDifference
from include.report.treatments.names import name_phrase
from include.verdicts.compared_quantities import BROKER_CPU, DELIVERED_P50, THROUGHPUT, Quantity
from include.verdicts.paired_differences import Kind
from include.verdicts.relevance import MATTERS


@dataclass(frozen=True)
class QuantityWords:
    """What sentences call a quantity.

    ``more`` and ``less`` say that a treatment has more or less of it than its reference, ``noun`` what it is.
    """

    more: str
    less: str
    noun: str


WORDS: dict[Quantity, QuantityWords] = {
    DELIVERED_P50: QuantityWords("slower", "faster", "latency"),
    THROUGHPUT: QuantityWords("higher throughput", "lower throughput", "throughput"),
    BROKER_CPU: QuantityWords("more CPU", "less CPU", "CPU"),
}
"""Of every quantity in which costs are stated, in the order of charts."""


def figure(value: float | None, quantity: Quantity) -> str:
    """An estimate or the end of an interval, without its unit: ``73`` of ms, ``0.97`` of a ratio."""
    if quantity.kind is Kind.RATIO:
        return significant(value, 2) if value is not None and abs(value) < 0.1 else fixed(value, 2)
    return fixed(value, 0 if value is not None and abs(value) >= 10 else 1)


def ends(low: float | None, high: float | None, quantity: Quantity) -> str:
    """The ends of an interval, without their unit: ``55 to 118``."""
    return f"{figure(low, quantity)} to {figure(high, quantity)}"


def with_interval(cost: CostDifference) -> str:
    """An estimate with its 95 % interval in brackets: ``73 ms (55 to 118)``, ``0.97 times (…)``."""
    difference, quantity = cost.difference, cost.quantity
    unit = "times" if quantity.kind is Kind.RATIO else quantity.unit
    bounds = ends(difference.low, difference.high, quantity)
    return f"{figure(difference.estimate, quantity)}{NO_BREAK}{unit} ({bounds})"


def corrected(cost: CostDifference) -> str:
    """The interval, corrected for the number of comparisons in the run."""
    return ends(cost.difference.low_corrected, cost.difference.high_corrected, cost.quantity)


def compared(costs: Iterable[CostDifference]) -> list[CostDifference]:
    """The differences of which there is an estimate."""
    return [cost for cost in costs if cost.difference.estimate is not None]


def reading(costs: Sequence[CostDifference], others: int = 0) -> Iterator[Paragraph]:
    """What intervals, differences that are shown, and differences that matter are.

    Args:
        costs: The differences that are stated.
        others: The number of comparisons that are corrected together with these and stated elsewhere.
    """
    if not costs:
        return
    pairs = sorted({cost.difference.pairs for cost in costs})
    references = enumerated(list(dict.fromkeys(name_phrase(cost.reference) for cost in costs)))
    yield Paragraph(
        f"The treatments are compared with {references}, in {' or '.join(map(str, pairs))} pairs of valid "
        "cells of the same blocks; in brackets are 95% intervals. A difference is shown if its corrected "
        f"interval (for all {len(costs) + others} comparisons of the run) excludes that both are equal. It "
        "matters, by convention, if the whole corrected interval is at least "
        f"{percent(MATTERS)} of the reference's value away from equality.",
        is_note=True,
    )
