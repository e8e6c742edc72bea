"""The part of a report that belongs to one kind of experiment."""

from collections.abc import Callable
from dataclasses import dataclass, field

from include.rendering.chart import Chart
from include.rendering.table import Table
from include.report.run import Run


@dataclass(frozen=True)
class Section:
    """What such an experiment has to show beside what every report shows.

    ``answer`` stands at the top of the report, in place of what exactly-once costs; ``paragraphs``,
    ``charts`` and ``tables`` under the section's own heading, tables without rows left out.
    """

    id: str
    title: str
    answer: list[str] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)


SectionOf = Callable[[Run], Section | None]
"""Makes the section of a run; None where the run is of another kind, or nothing of it was measured."""
