"""Series: one metric of one treatment through comparable runs, as measured or as a ratio to at-least-once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from include.history.change_points import FEWEST_POINTS, ChangePoint, change_points
from include.history.comparable_runs import ComparableRuns
from include.history.followed_metrics import FOLLOWED_METRICS
from include.matrix.plan import Treatment
from include.rendering.estimate import Estimate, estimate
from include.report.ratios import BASELINE
from include.report.span_metric import SpanMetric
from include.report.treatments import context, semantics, semantics_order


@dataclass(frozen=True)
class MetricSeries:
    """``points`` maps the index of a run to its median, or to its median ratio to at-least-once.

    A ratio is taken within a block, which keeps the drift of the machine out of it.
    """

    treatment: Treatment
    metric: SpanMetric
    is_cost: bool
    points: Mapping[int, Estimate]

    @property
    def is_too_short(self) -> bool:
        """Whether there are too few points for change points."""
        return len(self.points) < FEWEST_POINTS

    @cached_property
    def changes(self) -> list[ChangePoint]:
        """The change points, each with the index of its run."""
        indexes = list(self.points)
        found = change_points([point.median for point in self.points.values()])
        return [ChangePoint(indexes[one.index], one.before, one.after, one.p) for one in found]

    @property
    def unit(self) -> str:
        """The unit of the points, in words for a ratio."""
        return f"times that of {BASELINE}" if self.is_cost else self.metric.unit


def all_series(group: ComparableRuns) -> list[MetricSeries]:
    """Every series that has a point: costs first, and from the weakest semantics to the strongest."""
    cells = _cells(group)
    return [
        MetricSeries(treatment, metric, is_cost, points[treatment.id])
        for is_cost, measured in ((True, _ratios(group, cells)), (False, cells))
        for metric in FOLLOWED_METRICS
        for points in [_estimates(measured, metric)]
        for treatment in sorted(group.treatments, key=semantics_order)
        if treatment.id in points
    ]


def _cells(group: ComparableRuns) -> pd.DataFrame:
    """The cells of all runs, with the index of their run."""
    return pd.concat([run.cells.assign(run=index) for index, run in enumerate(group.runs)])


def _ratios(group: ComparableRuns, cells: pd.DataFrame) -> pd.DataFrame:
    """Cells with each metric divided by that of the at-least-once cell of the same run and block."""
    baselines = _baselines(group)
    compared = cells.assign(baseline=cells["treatment"].map(baselines)).dropna(subset=["baseline"])
    others = cells.rename(columns={"treatment": "baseline"})
    both = compared.merge(others, on=["run", "block", "baseline"], suffixes=("", "_of_baseline"))
    for metric in FOLLOWED_METRICS:
        own, baseline = both[metric.column], both[f"{metric.column}_of_baseline"]
        both[metric.column] = (own / baseline).where((own > 0) & (baseline > 0))
    return both


def _baselines(group: ComparableRuns) -> dict[str, str]:
    """The id of the at-least-once treatment in the context of each other treatment."""
    baselines = {context(one): one.id for one in group.treatments if semantics(one) == BASELINE}
    pairs = ((one.id, baselines.get(context(one))) for one in group.treatments)
    return {own: baseline for own, baseline in pairs if baseline is not None and baseline != own}


def _estimates(cells: pd.DataFrame, metric: SpanMetric) -> dict[str, dict[int, Estimate]]:
    """The median over repetitions with its interval, by treatment and index of the run."""
    found: dict[str, dict[int, Estimate]] = {}
    known = cells[["treatment", "run", metric.column]].dropna()
    for treatment, own in known.groupby("treatment"):
        by_run = own.groupby("run")[metric.column]
        found[str(treatment)] = {int(str(index)): estimate(values.tolist()) for index, values in by_run}
    return found
