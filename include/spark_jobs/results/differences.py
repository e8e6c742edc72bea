"""Paired differences between each treatment and its reference, from the cells of the same blocks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any

import numpy as np

from include.kinds.metrics.registry import Span
from include.plan.plan import Plan
from include.plan.reference import references
from include.plan.treatment import Treatment
from include.spark_jobs.results.measured_cell import MeasuredCell
from include.spark_jobs.tables.schemas import TABLES
from include.verdicts.compared_quantities import Quantity, costs
from include.verdicts.comparison.between_starts import BetweenStarts
from include.verdicts.comparison.compare import compare_together
from include.verdicts.comparison.samples import Pairs
from include.verdicts.held_rate import rate_not_held, why_not_compared
from include.verdicts.validity import Validity

DIFFERENCES = "differences"
DIFFERENCE = TABLES[DIFFERENCES].schema

CellsByBlock = Mapping[int, MeasuredCell]


def difference_rows(plan: Plan, cells: Iterable[MeasuredCell]) -> list[dict[str, Any]]:
    """For each treatment that has a reference, a row for each quantity in which its cost is stated.

    The intervals of all comparisons of a run are corrected together. A row may have further values, for which
    ``results/differences`` has no column.
    """
    comparisons = list(_comparisons(plan, cells))
    differences = compare_together([pairs for _, pairs in comparisons])
    return [
        {**vars(difference), **columns, "differs": difference.differs}
        for (columns, _), difference in zip(comparisons, differences, strict=True)
    ]


def _comparisons(plan: Plan, cells: Iterable[MeasuredCell]) -> Iterator[tuple[dict[str, Any], Pairs]]:
    """Yield each comparison of a run in the order of the plan: its descriptive columns and its pairs.

    A block gives a pair only if the cells of treatment and reference are valid. On a ladder of rates,
    latencies are compared only at rates that all treatments held.
    """
    by_treatment: dict[str, dict[int, MeasuredCell]] = {}
    for cell in cells:
        if cell.validity is Validity.VALID:
            by_treatment.setdefault(cell.treatment, {})[cell.block] = cell
    counterparts = references(plan)
    for treatment in plan.treatments:
        if reference := counterparts.get(treatment.id):
            treatment_cells, reference_cells = (
                by_treatment.get(side.id, {}) for side in (treatment, reference)
            )
            rates = {"its": treatment_cells, "its reference's": reference_cells}
            if treatment.is_on_ladder:
                siblings = [sibling for sibling, other in counterparts.items() if other is reference]
                rates |= {f"{sibling}'s": by_treatment.get(sibling, {}) for sibling in siblings}
            yield from _of_treatment(
                treatment,
                reference,
                treatment_cells,
                reference_cells,
                _rate_not_held(rates),
                _start_variation(plan, treatment),
            )


def _of_treatment(
    treatment: Treatment,
    reference: Treatment,
    treatment_cells: CellsByBlock,
    reference_cells: CellsByBlock,
    not_held: str,
    variation: Mapping[tuple[str, str], BetweenStarts],
) -> Iterator[tuple[dict[str, Any], Pairs]]:
    """The comparisons of a treatment with its reference.

    ``not_held`` says whose rate was not held; empty if all rates were held. On a ladder, latencies are then
    not compared. A comparison that is not made has no pairs, and its column ``not_compared`` contains the
    reason.
    """
    reason = _why_not_compared(treatment, treatment_cells)
    blocks = sorted(treatment_cells.keys() & reference_cells.keys())
    both = [(treatment_cells[block], reference_cells[block]) for block in blocks]
    for quantity in costs(treatment):
        limited = not_held if quantity.is_latency else ""
        not_compared = reason or (limited if treatment.is_on_ladder else "")
        columns = {
            "treatment": treatment.id,
            "reference": reference.id,
            "metric": quantity.metric.name,
            "span": quantity.span,
            "unit": quantity.unit,
            "not_compared": not_compared,
            "remark": "" if not_compared else limited,
        }
        between = variation.get((quantity.metric.name, quantity.span or ""))
        yield columns, _pairs(quantity, [] if not_compared else both, between)


def _why_not_compared(treatment: Treatment, cells: CellsByBlock) -> str:
    """Why a treatment is not compared; empty if it is compared, or if it has no valid cell."""
    if not cells:
        return ""
    achieved = [time for cell in cells.values() if (time := cell.metrics["transaction_time"]) is not None]
    return why_not_compared(treatment.traits.delivery.transaction_ms, median(achieved) if achieved else None)


def _rate_not_held(rates: Mapping[str, CellsByBlock]) -> str:
    """The first treatment whose rate was not held, as a clause; empty if all rates were held.

    On a ladder, ``rates`` contains the reference and all treatments that are compared with it. Therefore all
    treatments of a ladder are compared at the same rates.
    """
    clauses = (rate_not_held([*map(_held_percent, cells.values())], whose) for whose, cells in rates.items())
    return next(filter(None, clauses), "")


def _held_percent(cell: MeasuredCell) -> float | None:
    """The held rate in percent: the lower value of the two spans; None if no value is known."""
    shares = [cell.metrics[span.column_of("rate_held")] for span in Span]
    return min((share for share in shares if share is not None), default=None)


def _start_variation(plan: Plan, treatment: Treatment) -> dict[tuple[str, str], BetweenStarts]:
    """What the plan knows about the variation between starts, by metric and span."""
    return {
        (known.metric, known.span): BetweenStarts(known.deviation, len(known.runs) - 1)
        for known in plan.start_variation
        if known.treatment == treatment.id
    }


def _pairs(
    quantity: Quantity, both: Sequence[tuple[MeasuredCell, MeasuredCell]], between: BetweenStarts | None
) -> Pairs:
    values = [(*(cell.metrics[quantity.column] for cell in pair), pair[0].start or 1) for pair in both]
    rows = [row for row in values if None not in row]
    treatment, reference, starts = np.array(rows, float).reshape(-1, 3).T
    return Pairs(quantity.kind, treatment, reference, starts, between)
