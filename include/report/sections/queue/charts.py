"""Charts of the rates of each system: by message size, and for each tenth of the messages."""

import pandas as pd

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, panels_below
from include.rendering.number_format import significant
from include.rendering.panel import interval_ends
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.system_series import SIDES, Side, SystemSeries, size_text, sizes_of
from include.report.series import Point, draw_series

HEIGHT, PANEL_PIXELS = 320, 150

TENTHS = range(1, 11)


def rate_charts(run: MeasuredRun, series: list[SystemSeries]) -> list[Chart]:
    """A chart for each side."""
    return [_rate_chart(run, series, side) for side in SIDES]


def _rate_chart(run: MeasuredRun, series: list[SystemSeries], side: Side) -> Chart:
    drawing = panels_below([HEIGHT])
    (panel,) = drawing.panels
    panel.logarithmic("x")
    panel.logarithmic("y")
    panel.grid("y")
    for line in series:
        rates = [
            (size, side.rate.estimate(run, treatment)) for size, treatment in sorted(line.by_size.items())
        ]
        points = [
            Point(
                size,
                rate.median,
                f"{line.name}\n{size_text(size)}: {significant(rate.median)} messages/s",
                *interval_ends([rate]),
            )
            for size, rate in rates
            if rate
        ]
        draw_series(panel, points, line.look, size=10)
        drawing.name(line.name, line.look)
    sizes = sizes_of(series)
    panel.ticks("x", sizes, [size_text(size) for size in sizes])
    caption = f"Messages {side.verb} per second, by payload; both logarithmic"
    return draw(f"chart-queue-{side.name}", caption, drawing)


def tenth_charts(run: MeasuredRun, series: list[SystemSeries]) -> list[Chart]:
    """A chart for each side, with a panel for each size; none where the results have no tenths."""
    return [_tenth_chart(run, series, side) for side in SIDES] if len(run.table("tenths")) else []


def _tenth_chart(run: MeasuredRun, series: list[SystemSeries], side: Side) -> Chart:
    sizes = sizes_of(series)
    titles = [size_text(size) for size in sizes]
    drawing = panels_below([PANEL_PIXELS] * len(sizes), titles, axis=TICK_PIXELS + AXIS_NAME_PIXELS)
    for panel, size in zip(drawing.panels, sizes, strict=True):
        panel.grid("y")
        for line in series:
            if size in line.by_size:
                rates = rates_by_tenth(run, side, line.by_size[size])
                points = [
                    Point(tenth, rate, f"{line.name}\ntenth {tenth}: {significant(rate)} messages/s")
                    for tenth, rate in zip(rates.index, rates, strict=True)
                ]
                draw_series(panel, points, line.look, size=6, width=1.5)
                drawing.name(line.name, line.look)
        panel.from_zero("y")
    drawing.panels[-1].ticks("x", TENTHS, [str(tenth) for tenth in TENTHS])
    drawing.panels[-1].name_axis("tenth of the messages")
    caption = f"Messages {side.verb} per second, tenth by tenth; medians over the valid cells"
    return draw(f"chart-queue-course-{side.name}", caption, drawing)


def rates_by_tenth(run: MeasuredRun, side: Side, treatment: Treatment) -> "pd.Series[float]":
    """The median rate of each tenth over a treatment's valid cells, in messages/s, indexed by tenth."""
    tenths = run.table("tenths")
    rows = tenths[tenths["cell"].isin(run.cells_of(treatment.id)) & (tenths["side"] == side.name)]
    return rows.groupby("tenth")["rate"].median().dropna()
