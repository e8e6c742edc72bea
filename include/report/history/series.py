"""For a treatment and a quantity, the series of the medians or of the costs in comparable runs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import pandas as pd

from include.plan.treatment import Treatment
from include.report.cost_differences import TABLE as DIFFERENCES
from include.report.history.change_points import FEWEST_POINTS, ChangePoint, change_points
from include.report.history.comparable_runs import ComparableRuns
from include.report.measured_run import MeasuredRun
from include.report.treatments.names import semantics_order
from include.verdicts.compared_quantities import (
    BROKER_CPU,
    DELIVERED_P50,
    DELIVERED_P99,
    THROUGHPUT,
    Quantity,
    end_to_end,
)
from include.verdicts.comparison.median_interval import Estimate
from include.verdicts.comparison.samples import Kind

FOLLOWED = (DELIVERED_P50, DELIVERED_P99, THROUGHPUT, BROKER_CPU)
"""The quantities that a history shows, in the order of the charts."""


@dataclass(frozen=True)
class MetricSeries:
    """A series. ``points`` maps a run's index to the run's median or, if ``reference`` is set, to the cost.

    A cost is a difference or a ratio from the run's ``results/differences``. It is computed from pairs of
    cells of the same block. A drift of the machine affects both cells of a pair, and therefore hardly changes
    the cost.
    """

    treatment: Treatment
    quantity: Quantity
    reference: Treatment | None
    points: Mapping[int, Estimate]

    @property
    def is_cost(self) -> bool:
        return self.reference is not None

    @property
    def is_searched(self) -> bool:
        """Whether the series is searched for change points: it needs enough points, all above zero."""
        return len(self.points) >= FEWEST_POINTS and min(point.median for point in self.points.values()) > 0

    @cached_property
    def changes(self) -> list[ChangePoint]:
        """The change points, each with the index of its run; empty if the series is not searched for them."""
        indexes, values = list(self.points), [point.median for point in self.points.values()]
        changes = change_points(values) if self.is_searched else []
        return [replace(change, index=indexes[change.index]) for change in changes]

    @property
    def unit(self) -> str:
        """The unit of the points; the unit of a cost contains the label of the reference."""
        if self.reference is None:
            return self.quantity.unit
        label = self.reference.traits.naming.label
        if self.quantity.kind is Kind.DIFFERENCE:
            return f"{self.quantity.unit} more than {label}"
        return f"times that of {label}"


def all_series(group: ComparableRuns) -> list[MetricSeries]:
    """Every series that has a point. Cost series come first, and weaker semantics before stronger ones."""
    treatments = sorted(group.treatments, key=semantics_order)
    return [
        series
        for series_of in (_cost, _measured)
        for quantity in FOLLOWED
        for treatment in treatments
        if quantity in end_to_end(treatment.settings)  # latencies only at a fixed rate
        for series in series_of(group, treatment, quantity)
    ]


def _measured(group: ComparableRuns, treatment: Treatment, quantity: Quantity) -> Iterator[MetricSeries]:
    estimates = [run.measured.estimate(treatment.id, quantity.column) for run in group.runs]
    points = {index: estimate for index, estimate in enumerate(estimates) if estimate}
    if points:
        yield MetricSeries(treatment, quantity, None, points)


def _cost(group: ComparableRuns, treatment: Treatment, quantity: Quantity) -> Iterator[MetricSeries]:
    """Yield the series of a treatment's costs, if at least one run has a cost."""
    by_id = {treatment.id: treatment for treatment in group.treatments}
    rows = {index: _row(run.measured, treatment, quantity) for index, run in enumerate(group.runs)}
    known_rows = {index: row for index, row in rows.items() if row is not None}
    if known_rows:
        reference = by_id[str(next(iter(known_rows.values()))["reference"])]
        points = {
            index: Estimate(float(row["estimate"]), float(row["low"]), float(row["high"]), int(row["pairs"]))
            for index, row in known_rows.items()
        }
        yield MetricSeries(treatment, quantity, reference, points)


def _row(run: MeasuredRun, treatment: Treatment, quantity: Quantity) -> "pd.Series[float] | None":
    """The row of ``results/differences`` for a treatment and a quantity; None without an estimate."""
    differences = run.table(DIFFERENCES)
    if differences.empty:
        return None
    is_own = differences["treatment"] == treatment.id
    is_span = differences["span"].fillna("") == (quantity.span or "")
    rows = differences[is_own & is_span & (differences["metric"] == quantity.metric.name)]
    rows = rows.dropna(subset=["estimate"])
    return None if rows.empty else rows.iloc[0]
