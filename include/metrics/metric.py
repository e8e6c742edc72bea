"""The record of a metric, and of a family of metrics that are measured together."""

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """The scope over which a metric is measured."""

    SPAN = "span"
    """A span: measured from creation to acknowledgement, and again from creation to receipt."""
    CELL = "cell"
    """A whole cell: measured once."""


class Better(StrEnum):
    """The direction of a metric that is an improvement."""

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
    """Whether the values of cells are integers; a median over cells may be a fraction."""
    better: Better | None = None
    """The direction that is an improvement; None where neither direction is, or where this depends."""
    chances: str | None = None
    """For a violation, the name of the metric that counts how often the violation could have happened."""
    words: str = ""
    """The words for sentences, where the words of the name are not enough: ``gone from the log``."""

    @property
    def in_words(self) -> str:
        return self.words or self.name.replace("_", " ")

    @property
    def is_violation(self) -> bool:
        return self.chances is not None


@dataclass(frozen=True)
class MetricFamily:
    """Metrics that are measured together.

    The module ``include.spark_jobs.measures.<name>`` measures them. If only cells of one scenario have them,
    it is ``include.spark_jobs.scenarios.<name>``.
    """

    name: str
    metrics: tuple[Metric, ...]
