"""The paired differences of a run's results, with the treatments and quantities that they are of."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from include.matrix.plan import Treatment
from include.report.measured_run import MeasuredRun, number_or_none
from include.verdicts.compared_quantities import Quantity, costs
from include.verdicts.paired_differences import Kind, PairedDifference

TABLE = "differences"


@dataclass(frozen=True)
class CostDifference:
    """A quantity of a treatment beside the same quantity of its reference.

    ``value`` and ``reference_value`` are medians over the valid cells, in the unit of the quantity; None
    where no cell has a value.
    """

    treatment: Treatment
    reference: Treatment
    quantity: Quantity
    difference: PairedDifference
    value: float | None
    reference_value: float | None
    not_compared: str
    """Why nothing was computed, as a clause; empty where the treatment was compared."""


def cost_differences(run: MeasuredRun) -> list[CostDifference]:
    """Every comparison of a run with a reference, in the order of the plan."""
    treatments = {treatment.id: treatment for treatment in run.plan.treatments}
    rows = [row for row in run.table(TABLE).to_dict("records") if row["treatment"] in treatments]
    return [
        _difference(run, treatments, row, quantity)
        for row in rows
        for quantity in costs(treatments[row["treatment"]])
        if _is_of(row, quantity)
    ]


def _difference(
    run: MeasuredRun, treatments: Mapping[str, Treatment], row: dict[Hashable, Any], quantity: Quantity
) -> CostDifference:
    treatment, reference = treatments[row["treatment"]], treatments[row["reference"]]
    figures = ("estimate", "low", "high", "low_corrected", "high_corrected")
    difference = PairedDifference(
        Kind(row["kind"]),
        int(row["pairs"]),
        **{name: number_or_none(row[name]) for name in figures},
        starts=int(row["starts"]),
    )
    reason = row["not_compared"]
    return CostDifference(
        treatment,
        reference,
        quantity,
        difference,
        value=_median(run, treatment, quantity),
        reference_value=_median(run, reference, quantity),
        not_compared=reason if isinstance(reason, str) else "",
    )


def _is_of(row: Mapping[Hashable, Any], quantity: Quantity) -> bool:
    span = row["span"] if isinstance(row["span"], str) else None
    return (row["metric"], span) == (quantity.metric.name, quantity.span)


def _median(run: MeasuredRun, treatment: Treatment, quantity: Quantity) -> float | None:
    values = run.repetitions(treatment.id, quantity.column)
    return median(values) if len(values) else None
