"""Charts with a row for each treatment and a mark for each repetition, and the links from marks to cells."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from urllib.parse import quote

from include.kinds.metrics.registry import COLUMNS, span_of
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.chart_layout import Chart, draw, panels_of_rows
from include.report.pages.estimate_text import interval_line
from include.report.pages.matplotlib_svg import Mark
from include.report.pages.palette import Look
from include.report.pages.panel import Panel
from include.report.pages.wording import capitalised, significant
from include.report.treatments.names import DAGGER_NOTE, dagger, semantics_look
from include.verdicts.comparison.median_interval import FEWEST_FOR_AN_INTERVAL

MOST_CELLS = 1000
"""The maximum number of cells that a report lists one by one. With more cells, the page would become too
large."""

DOTS_BELOW = 0.24
"""The vertical distance between the dots of repetitions and the middle of their row, as a share of the row's
height. The dots are below the middle, so that no interval hides them."""


def has_cell_rows(run: MeasuredRun) -> bool:
    """Whether the report has a row for each measured cell."""
    return 0 < len(run.cells) <= MOST_CELLS


def cell_anchor(cell: str) -> str:
    """The id of a cell's row on the page."""
    return f"cell-{cell}"


def treatment_anchor(treatment: str) -> str:
    """The id of the rows of a treatment's cells on the page."""
    return f"cells-of-{treatment}"


def treatment_link(run: MeasuredRun, treatment: str) -> str:
    """The link to the cells of a treatment; empty where the report has no rows of cells."""
    is_shown = has_cell_rows(run) and run.cells_by_block(treatment)
    return f"#{quote(treatment_anchor(treatment))}" if is_shown else ""


def treatment_chart(
    identity: str,
    run: MeasuredRun,
    column: str,
    words: str,
    panels: Mapping[str, list[Treatment]],
    name: Callable[[Treatment], str],
) -> Chart | None:
    """A chart of the values in ``column``, with a row for each treatment; None if there are no values.

    ``panels`` has the treatments of each panel by the title of the panel. ``words`` name the metric of the
    column.
    """
    span, unit = span_of(column), COLUMNS[column].unit
    treatments = [treatment for of_panel in panels.values() for treatment in of_panel]
    values = [value for treatment in treatments for value in run.repetitions(treatment.id, column)]
    if not values:
        return None
    is_logarithmic = unit == "ms" and min(values) > 0
    rows = [
        (
            title if len(panels) > 1 else "",
            [name(treatment) + dagger(treatment, span) for treatment in of_panel],
        )
        for title, of_panel in panels.items()
    ]
    drawing = panels_of_rows(rows)
    for panel, of_panel in zip(drawing.panels, panels.values(), strict=True):
        if is_logarithmic:
            panel.logarithmic("x")
        for row, treatment in enumerate(of_panel):
            _draw_row(panel, run, column, treatment, row, name(treatment))
    if not is_logarithmic:
        drawing.panels[0].axes.set_xlim(0, None)
    metric = capitalised(" ".join(filter(None, [span, words])))
    caption = f"{metric}, {unit}{', logarithmic' if is_logarithmic else ''}"
    is_marked = any(dagger(treatment, span) for treatment in treatments)
    return draw(identity, caption, drawing, DAGGER_NOTE if is_marked else "")


def _draw_row(panel: Panel, run: MeasuredRun, column: str, treatment: Treatment, row: int, name: str) -> None:
    """Draw a median with its interval, and a dot for each repetition.

    Without an interval, the median is a stroke, and the dots are darker.
    """
    unit, look = COLUMNS[column].unit, semantics_look(treatment)
    repetitions = marked_repetitions(
        run, treatment, column, lambda value: f"one repetition: {significant(value)} {unit}"
    )
    values, marks = [value for value, _ in repetitions], [mark for _, mark in repetitions]
    places, dot = [row + DOTS_BELOW] * len(values), Look(look.colour, "o")
    opacity = 0.45 if len(values) >= FEWEST_FOR_AN_INTERVAL else 0.85
    panel.markers(values, places, dot, marks, size=6, opacity=opacity)
    if estimate := run.estimate(treatment.id, column):
        median = f"median {significant(estimate.median)} {unit}{interval_line(estimate)}"
        mark = Mark(f"{name}\n{median}\nn = {estimate.n}", treatment_link(run, treatment.id))
        symbol, size = (look.symbol, 11) if estimate.ends else ("|", 14)
        panel.intervals([row], [estimate.ends], look, along="x")
        panel.markers([estimate.median], [row], replace(look, symbol=symbol), [mark], size=size)


def marked_repetitions(
    run: MeasuredRun, treatment: Treatment, column: str, title: Callable[[float], str]
) -> list[tuple[float, Mark]]:
    """For each valid cell, the value of a column, and the ``Mark`` with a title and a link to the cell."""
    cells = run.cells_by_block(treatment.id) if has_cell_rows(run) else {}
    links = {block: f"#{quote(cell_anchor(cell))}" for block, cell in cells.items()}
    return [
        (value, Mark(title(value), links.get(block, ""), is_tab_stop=False))
        for block, value in run.repetitions(treatment.id, column).items()
    ]
