"""A metric, and its measured values for a treatment."""

from collections.abc import Callable
from typing import NamedTuple

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.estimate import Estimate
from include.report.measured_run import MeasuredRun


class TreatmentMetric(NamedTuple):
    """A metric of a span or, without one, of the whole cell, and the treatments to which it applies."""

    name: str
    span: Span | None = None
    applies: Callable[[Treatment], bool] = lambda _: True

    @property
    def column(self) -> str:
        """The name of the metric's column in ``results/cells``."""
        return f"{self.span.column}_{self.name}" if self.span else self.name

    def estimate(self, run: MeasuredRun, treatment: Treatment) -> Estimate | None:
        """The median of a treatment; None where there is none, or where the metric does not apply."""
        return run.estimate(treatment.id, self.name, self.span) if self.applies(treatment) else None

    def median(self, run: MeasuredRun, treatment: Treatment) -> float | None:
        """The median without its interval."""
        estimate = self.estimate(run, treatment)
        return estimate.median if estimate else None
