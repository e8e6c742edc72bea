"""The paired differences of a run's results, and their wording in sentences, tables and charts."""

from collections.abc import Hashable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun, number_or_none, text_or_none
from include.report.pages.blocks import Paragraph
from include.report.pages.table import ItemColumn, number, words
from include.report.pages.wording import DASH, NO_BREAK, enumerated, fixed, percent, significant
from include.report.treatments.names import name_phrase
from include.report.treatments.paired_comparisons import difference_columns
from include.verdicts.compared_quantities import BROKER_CPU, DELIVERED_P50, THROUGHPUT, Quantity, costs
from include.verdicts.comparison.compare import Difference
from include.verdicts.comparison.decide import MATTERS
from include.verdicts.comparison.samples import Kind

TABLE = "differences"


class CostDifference(NamedTuple):
    """The difference in a quantity between a treatment and its reference.

    ``value`` and ``reference_value`` are medians over the valid cells, in the unit of the quantity. They are
    None where no cell has a value.
    """

    treatment: Treatment
    reference: Treatment
    quantity: Quantity
    difference: Difference
    value: float | None
    reference_value: float | None
    not_compared: str = ""
    """A clause that says why no difference was computed; empty if the treatment was compared."""
    remark: str = ""
    """A clause that says what limits the comparison; empty if nothing does."""

    @property
    def is_compared(self) -> bool:
        """Whether the difference has an estimate."""
        return self.difference.estimate is not None

    @property
    def is_more(self) -> bool:
        """Whether the estimate says that the treatment has more of the quantity than its reference."""
        return (self.difference.estimate or 0) > self.difference.kind.neutral

    @property
    def quantity_and_unit(self) -> str:
        """The quantity with the kind and unit of the difference: ``end-to-end throughput (ratio)``."""
        is_ratio = self.quantity.kind is Kind.RATIO
        return f"{self.quantity.words} ({'ratio' if is_ratio else f'difference, {self.quantity.unit}'})"

    @property
    def in_words(self) -> str:
        """The estimate with its 95 % interval in brackets: ``73 ms (55 to 118)``, ``0.97 times (…)``."""
        unit = "times" if self.quantity.kind is Kind.RATIO else self.quantity.unit
        estimate = figure(self.difference.estimate, self.quantity)
        return f"{estimate}{NO_BREAK}{unit} ({self._ends(self.difference.low, self.difference.high)})"

    @property
    def corrected(self) -> str:
        """The interval, corrected for the number of comparisons in the run: ``55 to 118``."""
        return self._ends(self.difference.low_corrected, self.difference.high_corrected)

    def _ends(self, low: float | None, high: float | None) -> str:
        return f"{figure(low, self.quantity)} to {figure(high, self.quantity)}"


def _median(value: float | None, cost: CostDifference) -> str:
    return DASH if value is None else f"{significant(value)}{NO_BREAK}{cost.quantity.unit}"


QUANTITY: ItemColumn[CostDifference] = words("Quantity", lambda cost: cost.quantity_and_unit)

DIFFERENCE_COLUMNS: tuple[ItemColumn[CostDifference], ...] = (
    *difference_columns(attrgetter("difference"), "difference or ratio"),
    number("treatment", lambda cost: _median(cost.value, cost), "median"),
    number("reference", lambda cost: _median(cost.reference_value, cost), "median"),
    number("pairs", lambda cost: DASH if cost.not_compared else str(cost.difference.pairs)),
)


def cost_differences(run: MeasuredRun) -> list[CostDifference]:
    """All comparisons between the treatments of a run and their references, in the order of the plan."""
    treatments = {treatment.id: treatment for treatment in run.plan.treatments}
    rows = [row for row in run.table(TABLE).to_dict("records") if row["treatment"] in treatments]
    return [
        with_medians(
            run,
            treatments[row["treatment"]],
            treatments[row["reference"]],
            quantity,
            _difference(row),
            text_or_none(row["not_compared"]) or "",
            text_or_none(row["remark"]) or "",
        )
        for row in rows
        for quantity in costs(treatments[row["treatment"]])
        if (row["metric"], text_or_none(row["span"])) == (quantity.metric.name, quantity.span)
    ]


def _difference(row: dict[Hashable, Any]) -> Difference:
    figures = ("estimate", "low", "high", "low_corrected", "high_corrected", "half_width")
    return Difference(
        Kind(row["kind"]),
        int(row["pairs"]),
        **{name: number_or_none(row[name]) for name in figures},
        starts=int(row["starts"]),
    )


def with_medians(
    run: MeasuredRun,
    treatment: Treatment,
    reference: Treatment,
    quantity: Quantity,
    difference: Difference,
    not_compared: str = "",
    remark: str = "",
) -> CostDifference:
    """The paired difference of two treatments, together with the median of each treatment."""
    value, reference_value = (
        number_or_none(run.repetitions(side.id, quantity.column).median()) for side in (treatment, reference)
    )
    return CostDifference(
        treatment, reference, quantity, difference, value, reference_value, not_compared, remark
    )


class QuantityWords(NamedTuple):
    """The words for a quantity in sentences.

    ``more`` is the word for a treatment with more of the quantity than its reference, ``less`` is the word
    for a treatment with less.
    """

    more: str
    less: str
    noun: str


WORDS: dict[Quantity, QuantityWords] = {
    DELIVERED_P50: QuantityWords("slower", "faster", "latency"),
    THROUGHPUT: QuantityWords("higher throughput", "lower throughput", "throughput"),
    BROKER_CPU: QuantityWords("more CPU", "less CPU", "CPU"),
}
"""The words for each quantity that is compared as a cost, in the order of the charts."""


def figure(value: float | None, quantity: Quantity) -> str:
    """An estimate, or an end of an interval, without its unit: ``73`` for ms, ``0.97`` for a ratio."""
    if quantity.kind is Kind.RATIO:
        return significant(value, 2) if value is not None and abs(value) < 0.1 else fixed(value, 2)
    return fixed(value, 0 if value is not None and abs(value) >= 10 else 1)


def beside(reference: Treatment, quantity: Quantity) -> str:
    """The label of a comparison: ``ratio to at-least-once``, ``difference from at-least-once, ms``."""
    label = reference.traits.naming.label
    is_ratio = quantity.kind is Kind.RATIO
    return f"ratio to {label}" if is_ratio else f"difference from {label}, {quantity.unit}"


def effect(cost: CostDifference) -> str:
    """The finding of a comparison: ``adds 67 ms (54 to 81) to the median end-to-end latency``."""
    if cost.quantity == BROKER_CPU:
        return f"takes {cost.in_words} the brokers' CPU"
    if cost.quantity.kind is Kind.RATIO:
        return f"has {cost.in_words} the {cost.quantity.words}"
    if cost.difference.differs and cost.is_more:
        return f"adds {cost.in_words} to the {cost.quantity.words}"
    return f"changes the {cost.quantity.words} by {cost.in_words}"


def reading(run: MeasuredRun, costs: Sequence[CostDifference]) -> Iterator[Paragraph]:
    """Yield a paragraph that explains intervals, and says when a difference is shown and when it matters.

    If ``costs`` is empty, there is no paragraph.
    """
    if not costs:
        return
    comparisons = sum(cost.is_compared for cost in cost_differences(run))
    pairs = sorted({cost.difference.pairs for cost in costs})
    references = enumerated(list(dict.fromkeys(name_phrase(cost.reference) for cost in costs)))
    yield Paragraph(
        f"The reference is {references}. Each comparison has {' or '.join(map(str, pairs))} pairs of valid "
        "cells of the same blocks. In brackets are 95% intervals. A difference is shown if its corrected "
        f"interval (for all {comparisons} comparisons of the run) does not contain equality (a difference of "
        "0, or a ratio of 1). By convention, a difference matters if every value in its corrected interval "
        f"differs from equality by at least {percent(MATTERS)} of the reference's value.",
        is_note=True,
    )
