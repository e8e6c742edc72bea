"""The effects of the order of the cells on the quantities that a run compares."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from include.report.measured_run import MeasuredRun
from include.verdicts.compared_quantities import Quantity, quantities
from include.verdicts.order_effects import Codes, OrderedCells, OrderEffect, carry_over, position_effect
from include.verdicts.pairs import ALPHA, FEWEST_PAIRS


class QuantityByOrder(NamedTuple):
    """The effects of the cell order on a quantity. An effect is None if too few cells exist to test it."""

    quantity: Quantity
    position: OrderEffect | None
    before: OrderEffect | None

    @property
    def effects(self) -> list[OrderEffect]:
        """The effects that could be tested."""
        return [effect for effect in (self.position, self.before) if effect]


def quantities_by_order(run: MeasuredRun) -> list[QuantityByOrder]:
    """Every quantity that was measured in cells of several treatments and in six blocks or more."""
    all_quantities = dict.fromkeys(
        quantity for treatment in run.plan.treatments for quantity in quantities(treatment.settings)
    )
    return [
        QuantityByOrder(quantity, position_effect(cells), carry_over(cells))
        for quantity in all_quantities
        if (cells := _ordered_cells(run, quantity)) is not None
    ]


def corrected_level(quantities: list[QuantityByOrder]) -> float:
    """The level below which a p-value is significant, corrected for the number of effects (Bonferroni)."""
    return ALPHA / max(1, sum(len(quantity.effects) for quantity in quantities))


def _ordered_cells(run: MeasuredRun, quantity: Quantity) -> OrderedCells | None:
    """The valid, undisturbed cells with this quantity; None if they have too few blocks or treatments."""
    having = [
        treatment.id
        for treatment in run.plan.treatments
        if quantity in quantities(treatment.settings) and not treatment.traits.is_disturbed
    ]
    cells = run.valid_cells
    if quantity.column not in cells:
        return None
    cells = cells[cells["treatment"].isin(having) & (cells[quantity.column] > 0)].sort_values("order")
    if cells["block"].nunique() < FEWEST_PAIRS or cells["treatment"].nunique() < 2:
        return None
    numbers = {treatment.id: number for number, treatment in enumerate(run.plan.treatments)}
    number_by_order = {cell.order: numbers[cell.treatment] for cell in run.plan.cells}
    first = {cell.block: cell.order for cell in reversed(run.plan.cells)}
    return OrderedCells(
        values=cells[quantity.column].to_numpy(float),
        treatments=_codes(number_by_order[order] for order in cells["order"]),
        blocks=_codes(cells["block"]),
        positions=_codes(cells["order"] - cells["block"].map(first)),
        before=_codes(number_by_order.get(order - 1, -1) for order in cells["order"]),
    )


def _codes(numbers: Iterable[int]) -> Codes:
    return np.array(list(numbers), dtype=np.intp)
