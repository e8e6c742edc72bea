"""Everything that the templates of a history show, worked out once for both of them."""

from dataclasses import dataclass

from include.history.answer import answer
from include.history.charts import charts
from include.history.comparable_runs import Axis, Lineage, Lineages
from include.history.conditions import Conditions, differences
from include.history.series import Series
from include.history.tables import change_table, figure_tables, left_out_table
from include.rendering.chart import Chart
from include.rendering.table import Table
from include.report.summary_text import Paragraph


@dataclass(frozen=True)
class Section:
    """A lineage as it is shown; ``departs`` says by what it can't be compared with the first."""

    id: str
    title: str
    departs: list[str]
    answer: list[Paragraph]
    charts: list[Chart]
    changes: Table
    tables: list[Table]
    conditions: Conditions


@dataclass(frozen=True)
class Contents:
    """A history before it is laid out."""

    experiment: str
    axis: Axis
    sections: list[Section]
    left_out: Table


def contents(experiment: str, found: Lineages, series: list[list[Series]]) -> Contents:
    """Work out the contents; ``series`` are those of each lineage."""
    main = found.lineages[0]
    return Contents(
        experiment=experiment,
        axis=main.axis,
        sections=[
            _section(number, lineage, main, of_it)
            for number, (lineage, of_it) in enumerate(zip(found.lineages, series, strict=True), start=1)
        ],
        left_out=left_out_table(found.left_out),
    )


def _section(number: int, lineage: Lineage, main: Lineage, series: list[Series]) -> Section:
    prefix = f"lineage-{number}"
    first, last = lineage.runs[0], lineage.runs[-1]
    ends = f"{lineage.name(first)} to {lineage.name(last)}" if lineage.is_history else lineage.name(first)
    return Section(
        id=prefix,
        title=ends if number == 1 else f"{ends}, under other conditions",
        departs=differences(lineage.conditions, main.conditions),
        answer=answer(lineage, series),
        charts=charts(lineage, series, prefix),
        changes=change_table(lineage, series, prefix),
        tables=figure_tables(lineage, series, prefix),
        conditions=lineage.conditions,
    )
