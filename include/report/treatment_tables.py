"""What tables with a row for each treatment have in common."""

from include.matrix.plan import Treatment
from include.metrics.registry import Span
from include.rendering.number_format import DASH, interval, significant
from include.rendering.table import Column
from include.report.measured_run import MeasuredRun

TREATMENT = Column("Treatment", numeric=False)


def median_with_interval(
    run: MeasuredRun, treatment: Treatment, metric: str, span: Span | None = None, mark: str = ""
) -> tuple[str, str]:
    """The median of a metric, marked, and its interval, as two cells."""
    found = run.estimate(treatment.id, metric, span)
    if found is None:
        return DASH, DASH
    return significant(found.median) + mark, interval(found.low, found.high)
