"""The record of a metric, and of a family of metrics that are measured together."""

from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel


class Better(StrEnum):
    """The direction in which a metric improves."""

    HIGHER = "higher"
    LOWER = "lower"


STATISTICS = {"mean": "Mean", "p50": "Median", "p95": "95th percentile"}
"""The name, in words, of each statistic that is calculated from times."""


class Metric(BaseModel, frozen=True, extra="forbid"):
    """One metric: its name in every table, its unit and its definition."""

    name: str
    unit: str
    definition: str
    """The definition in full sentences, for a reader who has not seen the code. If the metric is a statistic,
    these sentences define the times from which it is calculated."""
    statistic: str = ""
    """The statistic, such as ``p95``, if the metric is a statistic of times; empty for any other metric."""
    is_of_span: bool = False
    """Whether a cell has two values of the metric: from creation to acknowledgement, and from creation to
    receipt. Any other metric has one value in a cell."""
    is_whole_number: bool = False
    """Whether the values of cells are integers; a median over cells may be a fraction."""
    better: Better | None = None
    """The direction in which the metric improves; None if neither direction is always an improvement."""
    chances: str | None = None
    """For a violation, the name of the metric that counts how often the violation could have happened."""
    words: str = ""
    """The metric's name in sentences, if it differs from ``name``: ``gone from the log``."""

    @property
    def whole_definition(self) -> str:
        """The definition; if the metric is a statistic, the definition begins with the statistic's name."""
        if not self.statistic:
            return self.definition
        times = f"{self.definition[0].lower()}{self.definition[1:]}"
        return f"{STATISTICS[self.statistic]} of the times: {times}"

    @property
    def in_words(self) -> str:
        return self.words or self.name.replace("_", " ")

    @property
    def is_violation(self) -> bool:
        return self.chances is not None


@dataclass(frozen=True)
class MetricFamily:
    """Metrics that are measured together.

    The module ``include.spark_jobs.measures.<name>`` measures them. If only cells of one scenario have the
    metrics, the module is ``include.spark_jobs.scenarios.<name>``.
    """

    name: str
    about: str
    """A description of the metrics, in sentences."""
    metrics: tuple[Metric, ...]
