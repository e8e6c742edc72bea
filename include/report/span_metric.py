"""A metric of a span as reports and histories name it."""

from dataclasses import dataclass

from include.metrics.registry import Span


@dataclass(frozen=True)
class SpanMetric:
    """A metric of a span, with its name in sentences and its unit."""

    metric: str
    span: Span
    words: str
    unit: str

    @property
    def column(self) -> str:
        """The metric's column in ``results/cells``."""
        return f"{self.span.column}_{self.metric}"
