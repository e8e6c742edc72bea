"""What a metric is, and a family of metrics that are measured together."""

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """What a metric is measured over."""

    SPAN = "span"
    """A span: measured once for each, from creation to acknowledgement, and from creation to receipt."""
    CELL = "cell"
    """A whole cell: measured once."""


class Better(StrEnum):
    """Which direction of a metric is an improvement."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True)
class Metric:
    """One metric: its name in every table, its unit and its definition."""

    name: str
    unit: str
    definition: str
    """Full sentences for a reader who has not seen the code."""
    scope: Scope = Scope.CELL
    is_whole_number: bool = False
    """Whether its values in a cell are integers; a median over cells may be a fraction."""
    better: Better | None = None
    """Which direction is an improvement; None where neither is, or where it depends."""
    chances: str | None = None
    """Of a violation, the metric that counts how often the violation could have happened."""
    words: str = ""
    """What a sentence calls it, where the words of the name do not say it: ``gone from the log``."""

    @property
    def in_words(self) -> str:
        """The metric as a sentence calls it."""
        return self.words or self.name.replace("_", " ")

    @property
    def is_violation(self) -> bool:
        """Whether the metric counts messages with which something went wrong."""
        return self.chances is not None


@dataclass(frozen=True)
class MetricFamily:
    """Metrics that are measured together.

    What measures them is ``include.spark_jobs.measures.<name>``; where only the cells of one scenario have
    them, ``include.spark_jobs.scenarios.<name>``.
    """

    name: str
    metrics: tuple[Metric, ...]
