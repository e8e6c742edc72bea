"""Series: one quantity of one treatment through a lineage, as it was measured or against at-least-once."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from include.history.change_points import FEWEST, ChangePoint, change_points
from include.history.comparable_runs import Lineage
from include.history.quantities import QUANTITIES
from include.matrix.plan import Treatment
from include.rendering.estimate import Estimate, estimate
from include.report.sections.cost.cost import BASELINE, Quantity
from include.report.treatments import context, full_name, semantics, strength


@dataclass(frozen=True)
class Series:
    """``points`` maps a run's place in the lineage to its median, or to its median ratio to at-least-once.

    A ratio is taken within a block, so that the machine's drift falls on both.
    """

    treatment: Treatment
    quantity: Quantity
    is_cost: bool
    points: Mapping[int, Estimate]

    @property
    def is_too_short(self) -> bool:
        """Whether change points can't be looked for."""
        return len(self.points) < FEWEST

    @cached_property
    def changes(self) -> list[ChangePoint]:
        """Its change points, each at its place in the lineage."""
        places = list(self.points)
        found = change_points([point.median for point in self.points.values()])
        return [ChangePoint(places[one.place], one.before, one.after, one.p) for one in found]

    @property
    def unit(self) -> str:
        """Of its points; a ratio has none."""
        return f"times {BASELINE}'s" if self.is_cost else self.quantity.unit

    @property
    def name(self) -> str:
        """What it is of, in words."""
        words = f"{full_name(self.treatment)}: {self.quantity.words}"
        return f"{words}, ratio to {BASELINE}" if self.is_cost else words


def all_series(lineage: Lineage) -> list[Series]:
    """Every series that has a point: costs first; from the weakest promise to the strongest."""
    cells = _cells(lineage)
    return [
        Series(treatment, quantity, is_cost, points[treatment.id])
        for is_cost, measured in ((True, _ratios(lineage, cells)), (False, cells))
        for quantity in QUANTITIES
        for points in [_estimates(measured, quantity)]
        for treatment in sorted(lineage.treatments, key=strength)
        if treatment.id in points
    ]


def _cells(lineage: Lineage) -> pd.DataFrame:
    """The cells of all runs; ``place`` is their run's in the lineage."""
    return pd.concat([run.cells.assign(place=place) for place, run in enumerate(lineage.runs)])


def _ratios(lineage: Lineage, cells: pd.DataFrame) -> pd.DataFrame:
    """Cells with each quantity divided by that of the at-least-once cell of the same run and block."""
    baselines = _baselines(lineage)
    ours = cells.assign(baseline=cells["treatment"].map(baselines)).dropna(subset=["baseline"])
    theirs = cells.rename(columns={"treatment": "baseline"})
    both = ours.merge(theirs, on=["place", "block", "baseline"], suffixes=("", "_of_baseline"))
    for quantity in QUANTITIES:
        ours_of_it, theirs_of_it = both[quantity.column], both[f"{quantity.column}_of_baseline"]
        sound = (ours_of_it > 0) & (theirs_of_it > 0)
        both[quantity.column] = (ours_of_it / theirs_of_it).where(sound)
    return both


def _baselines(lineage: Lineage) -> dict[str, str]:
    """The at-least-once treatment of each other treatment's context, by id."""
    baseline = {context(t): t.id for t in lineage.treatments if semantics(t) == BASELINE}
    pairs = ((t.id, baseline.get(context(t))) for t in lineage.treatments)
    return {ours: theirs for ours, theirs in pairs if theirs is not None and theirs != ours}


def _estimates(cells: pd.DataFrame, quantity: Quantity) -> dict[str, dict[int, Estimate]]:
    """By treatment and place: the median over repetitions, and its interval."""
    found: dict[str, dict[int, Estimate]] = {}
    known = cells[["treatment", "place", quantity.column]].dropna()
    for treatment, of_it in known.groupby("treatment"):
        by_place = of_it.groupby("place")[quantity.column]
        found[str(treatment)] = {int(str(place)): estimate(values.tolist()) for place, values in by_place}
    return found
