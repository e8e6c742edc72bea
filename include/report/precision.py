"""A sentence on how precise a run is, beside the precision that its experiment wants."""

from typing import NamedTuple

from include.plan.experiment import StopRule
from include.plan.experiment_values import half_width_of
from include.rawlog.block_decisions import Width
from include.report.cost_differences import CostDifference, cost_differences
from include.report.measured_run import MeasuredRun
from include.report.pages.wording import NO_BREAK, fixed, number_of, percent
from include.report.treatments.names import full_name
from include.verdicts.comparison.samples import Kind

MOST_BLOCKS = 100
"""The largest number of blocks that is recommended."""


class _CostWidth(NamedTuple):
    cost: CostDifference
    width: Width

    def in_words(self, half_width: float) -> str:
        if self.cost.quantity.kind is Kind.RATIO:
            text = percent(half_width)
        else:
            text = f"{fixed(half_width, 0 if half_width >= 10 else 1)}{NO_BREAK}{self.cost.quantity.unit}"
        return f"±{NO_BREAK}{text}"


def precision_sentence(run: MeasuredRun) -> str:
    """Whether all intervals are as narrow as wanted and, if not, what would help; empty without a wish."""
    until = run.plan.experiment.until
    if until is None or not (widths := _widths(run, until)):
        return ""
    blocks = int(run.cells["block"].nunique())
    widest = max(widths, key=lambda of: of.width.excess)
    goals = " and ".join(dict.fromkeys(of.in_words(of.width.goal) for of in widths))
    if widest.width.excess <= 1:
        return (
            f"After {number_of(blocks, 'block')}, every 95% interval of this start is as narrow as wanted "
            f"({goals})."
        )
    is_out_of_blocks = blocks >= until.repetitions
    bound = "the number of blocks" if is_out_of_blocks else f"the time of {until.minutes:g} minutes"
    quantity, treatment = widest.cost.quantity.words, full_name(widest.cost.treatment)
    return (
        f"After {number_of(blocks, 'block')}, {bound} was used up, and not every 95% interval is as narrow "
        f"as wanted ({goals}): the widest, of the {quantity} of {treatment}, is "
        f"{widest.in_words(widest.width.half_width)}. {_advice(widest.width.blocks_until_narrow(blocks))}"
    )


def _advice(needed: int) -> str:
    if needed > MOST_BLOCKS:
        return (
            f"More than {MOST_BLOCKS} blocks would be needed here: be content with less, or use a quieter "
            "machine."
        )
    return f"About {needed} blocks would be enough (`REPETITIONS={needed}`)."


def _widths(run: MeasuredRun, until: StopRule) -> list[_CostWidth]:
    return [
        _CostWidth(
            cost,
            Width(
                treatment=cost.treatment.id,
                column=cost.quantity.column,
                half_width=cost.difference.half_width,
                goal=half_width_of(until.precision[cost.quantity.column]),
            ),
        )
        for cost in cost_differences(run)
        if cost.quantity.column in until.precision and cost.difference.half_width is not None
    ]
