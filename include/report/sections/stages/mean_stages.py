"""The mean time of each stage of a treatment's messages, over the treatment's cells."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from include.matrix.plan import Treatment
from include.metrics.stages import STAGES, column_of
from include.rendering.estimate import Estimate, estimate
from include.report.measured_run import MeasuredRun


@dataclass(frozen=True)
class MeanStages:
    """A treatment's stages in the cells in which all of its stages were recorded.

    ``cells`` has a row for each cell and a column for each stage that the treatment has: means in ms.
    """

    treatment: Treatment
    cells: pd.DataFrame

    @property
    def means(self) -> dict[str, float]:
        """The mean over the cells of each stage in ms, by stage. They add up to ``whole``."""
        return {str(stage): float(mean) for stage, mean in self.cells.mean().items()}

    @property
    def whole(self) -> float:
        """The mean time of all stages together in ms."""
        return sum(self.means.values())

    @property
    def longest(self) -> str:
        """The stage with the highest mean."""
        return max(self.means, key=lambda stage: self.means[stage])

    def share(self, stage: str) -> Estimate:
        """The share in percent of a stage of the mean time of its cell: the median over the cells."""
        shares = 100 * self.cells[stage] / self.cells.sum(axis=1)
        return estimate(shares.tolist())


def in_words(stage: str) -> str:
    """A stage as a legend, a table and a sentence call it."""
    return stage.replace("hand_over", "hand-over").replace("_", " ")


def occurring(found: Iterable[MeanStages]) -> list[str]:
    """The stages that any of the treatments has, in their order."""
    own = {stage for one in found for stage in one.means}
    return [stage for stage in STAGES if stage in own]


def mean_stages(run: MeasuredRun, treatment: Treatment) -> MeanStages | None:
    """The stages of a treatment; None where the hand-over to the client was not recorded."""
    columns = {stage: run.repetitions(treatment.id, column_of(stage, "mean")) for stage in STAGES}
    known = pd.DataFrame({stage: values for stage, values in columns.items() if len(values)}).dropna()
    return MeanStages(treatment, known) if len(known) and "hand_over" in known else None
