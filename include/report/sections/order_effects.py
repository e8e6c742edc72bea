"""Whether the order of the cells changed what was measured."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from include.rendering.table import ItemColumn, number, table_of, words
from include.rendering.wording import DASH, capitalised, interval, significant
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord, section
from include.verdicts.compared_quantities import Quantity, quantities
from include.verdicts.order_effects import Codes, OrderedCells, OrderEffect, carry_over, position_effect
from include.verdicts.paired_differences import ALPHA, FEWEST_PAIRS

NOTE = (
    "The ratios are those that the order of the cells explains beside treatments and blocks (analysis of "
    "covariance of the logarithms); p is the probability of a ratio at least as large by chance. * "
    "Significant after correction for all these tests (Bonferroni). The order within a block is random, so "
    "that such an effect widens the intervals, and favours no treatment on average."
)


class QuantityByOrder(NamedTuple):
    """The effects on a quantity; None where there are too few cells for an effect."""

    quantity: Quantity
    position: OrderEffect | None
    before: OrderEffect | None

    @property
    def effects(self) -> list[OrderEffect]:
        """The effects that could be tested."""
        return [effect for effect in (self.position, self.before) if effect]


def quantities_by_order(run: MeasuredRun) -> list[QuantityByOrder]:
    """Every quantity of which cells of several treatments were measured in six blocks or more."""
    all_quantities = dict.fromkeys(
        quantity for treatment in run.plan.treatments for quantity in quantities(treatment.settings)
    )
    return [
        QuantityByOrder(quantity, position_effect(cells), carry_over(cells))
        for quantity in all_quantities
        if (cells := _ordered_cells(run, quantity)) is not None
    ]


def corrected_level(by_order: list[QuantityByOrder]) -> float:
    """The level below which a probability is significant: all effects are tested together (Bonferroni)."""
    return ALPHA / max(1, sum(len(quantity.effects) for quantity in by_order))


def _ordered_cells(run: MeasuredRun, quantity: Quantity) -> OrderedCells | None:
    """The valid cells without a fault that have the quantity; None where they are too few."""
    having = [
        treatment.id
        for treatment in run.plan.treatments
        if quantity in quantities(treatment.settings) and not treatment.settings.is_disturbed
    ]
    cells = run.valid_cells
    if quantity.column not in cells:
        return None
    cells = cells[cells["treatment"].isin(having) & (cells[quantity.column] > 0)].sort_values("order")
    if cells["block"].nunique() < FEWEST_PAIRS or cells["treatment"].nunique() < 2:
        return None
    numbers = {treatment.id: number for number, treatment in enumerate(run.plan.treatments)}
    planned = {cell.order: numbers[cell.treatment] for cell in run.plan.cells}
    first = {cell.block: cell.order for cell in reversed(run.plan.cells)}
    return OrderedCells(
        values=cells[quantity.column].to_numpy(float),
        treatments=_codes(planned[order] for order in cells["order"]),
        blocks=_codes(cells["block"]),
        positions=_codes(cells["order"] - cells["block"].map(first)),
        before=_codes(planned.get(order - 1, -1) for order in cells["order"]),
    )


def _codes(numbers: Iterable[int]) -> Codes:
    return np.array(list(numbers), dtype=np.intp)


def _build(run: MeasuredRun) -> ReportSection:
    by_order = quantities_by_order(run)
    level = corrected_level(by_order)
    caption = "What the order of the cells explains"
    table = table_of("order-effects", caption, _columns(level), by_order, [NOTE])
    return section("order", "Order of the cells", table, answer=order_sentences(by_order, level))


def order_sentences(by_order: list[QuantityByOrder], level: float) -> Iterator[str]:
    """A sentence for each significant effect."""
    for quantity in by_order:
        name = capitalised(quantity.quantity.words)
        if (effect := quantity.position) and effect.p_value <= level:
            yield (
                f"{name} depended on the position of a cell in its block: by a linear fit, in the last "
                f"position it was {significant(effect.ratio)} times as high as in the first (95% interval "
                f"{interval(effect.low, effect.high)})."
            )
        if (effect := quantity.before) and effect.p_value <= level:
            yield (
                f"{name} depended on the treatment of the cell before: after the treatment with the highest "
                f"effect it was {significant(effect.ratio)} times as high as after that with the lowest."
            )


def _columns(level: float) -> list[ItemColumn[QuantityByOrder]]:
    position, before = "Position in the block", "Treatment of the cell before"
    return [
        words("Quantity", lambda item: item.quantity.words),
        number("last to first", lambda item: _ratio(item.position), position),
        number(
            "95% interval",
            lambda item: interval(item.position.low, item.position.high) if item.position else DASH,
            position,
        ),
        number("p", lambda item: _p_text(item.position, level), position),
        number("highest to lowest", lambda item: _ratio(item.before), before),
        number("p", lambda item: _p_text(item.before, level), before),
    ]


def _ratio(effect: OrderEffect | None) -> str:
    return significant(effect.ratio if effect else None)


def _p_text(effect: OrderEffect | None, level: float) -> str:
    if effect is None:
        return DASH
    text = "< 0.001" if effect.p_value < 0.001 else significant(effect.p_value, 2)
    return f"{text} *" if effect.p_value <= level else text


RECORD = SectionRecord("order_effects", lambda run: bool(quantities_by_order(run)), _build)
