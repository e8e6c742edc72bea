"""The rate of each tenth of the messages: does a system become slower as its queue becomes longer?"""

import pandas as pd

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, panels_below
from include.rendering.number_format import DASH, significant
from include.rendering.panel import Panel
from include.rendering.table import Column, Row, Table, plain_table
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.system_series import SIDES, Side, SystemSeries, size_text, sizes_of

PANEL_PIXELS = 150

TENTHS = range(1, 11)

CAPTION = "The rate of the slowest tenth of the messages, as a share of that of the median tenth"

NOTE = (
    "Medians over the valid repetitions. The number in brackets says which tenth it is: a queue is longest "
    "at the last tenth while it is filled, and at the first tenth while it is emptied."
)


def decile_table(run: MeasuredRun, series: list[SystemSeries]) -> Table:
    """For each system and side, the slowest tenth of the messages against the median tenth."""
    sizes = sizes_of(series)
    columns = [Column("System", numeric=False)]
    columns += [Column(size_text(size), side.verb) for side in SIDES for size in sizes]
    rows = [
        Row((one.name, *(_slowest(run, one, size, side) for side in SIDES for size in sizes)))
        for one in series
    ]
    return plain_table("queue-course", CAPTION, columns, rows if len(run.table("tenths")) else [], [NOTE])


def decile_charts(run: MeasuredRun, series: list[SystemSeries]) -> list[Chart]:
    """A chart for each side, with a panel for each size; none where the results have no tenths."""
    if not len(run.table("tenths")):
        return []
    return [_chart(run, series, side) for side in SIDES]


def rates_by_tenth(run: MeasuredRun, treatment: Treatment | None, side: Side) -> "pd.Series[float]":
    """The median rate of each tenth over a treatment's valid cells, in messages/s, indexed by tenth."""
    tenths = run.table("tenths")
    if treatment is None or not len(tenths):
        return pd.Series(dtype=float)
    own = tenths[tenths["cell"].isin(run.cells_of(treatment.id)) & (tenths["side"] == side.name)]
    return own.groupby("tenth")["rate"].median().dropna()


def _slowest(run: MeasuredRun, series: SystemSeries, size: int, side: Side) -> str:
    rates = rates_by_tenth(run, series.by_size.get(size), side)
    if not len(rates):
        return DASH
    return f"{significant(float(rates.min() / rates.median()), 2)} ({rates.idxmin()})"


def _chart(run: MeasuredRun, series: list[SystemSeries], side: Side) -> Chart:
    sizes = sizes_of(series)
    titles = [size_text(size) for size in sizes]
    drawing = panels_below([PANEL_PIXELS] * len(sizes), titles, axis=TICK_PIXELS + AXIS_NAME_PIXELS)
    for panel, size in zip(drawing.panels, sizes, strict=True):
        panel.grid("y")
        for one in series:
            if size in one.by_size:
                _draw_series(panel, rates_by_tenth(run, one.by_size[size], side), one)
                drawing.name(one.name, one.look)
        panel.from_zero("y")
    drawing.panels[-1].ticks("x", TENTHS, [str(tenth) for tenth in TENTHS])
    drawing.panels[-1].name_axis("tenth of the messages")
    caption = f"Messages {side.verb} per second, tenth by tenth; medians over the valid cells"
    return draw(f"chart-queue-course-{side.name}", caption, drawing)


def _draw_series(panel: Panel, rates: "pd.Series[float]", series: SystemSeries) -> None:
    tenths, values = rates.index.tolist(), rates.tolist()
    titles = [
        f"{series.name}\ntenth {tenth}: {significant(value)} messages/s"
        for tenth, value in zip(tenths, values, strict=True)
    ]
    panel.line(tenths, values, series.look, width=1.5)
    panel.markers(tenths, values, series.look, titles, size=6)
