"""Charts of the rates of each system: by message size, and for each tenth of the messages."""

import pandas as pd

from include.matrix.plan import Treatment
from include.rendering.chart import Chart
from include.rendering.number_format import significant
from include.report.charts import ChartSeries, Point, SeriesPanel, series_chart
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.system_series import SIDES, Side, SystemSeries, size_text, sizes_of

HEIGHT, PANEL_PIXELS = 320, 150


def rate_charts(run: MeasuredRun, series: list[SystemSeries]) -> list[Chart]:
    """A chart for each side."""
    panel_ticks: dict[float, str] = {size: size_text(size) for size in sizes_of(series)}
    return [
        series_chart(
            f"chart-queue-{side.name}",
            f"Messages {side.verb} per second, by payload; both logarithmic",
            [SeriesPanel([_by_size(run, line, side) for line in series], ticks=panel_ticks)],
            HEIGHT,
            logarithmic=("x", "y"),
        )
        for side in SIDES
    ]


def _by_size(run: MeasuredRun, series: SystemSeries, side: Side) -> ChartSeries:
    rates = {size: side.rate.estimate(run, treatment) for size, treatment in sorted(series.by_size.items())}
    points = [
        Point(
            size,
            rate.median,
            f"{series.name}\n{size_text(size)}: {significant(rate.median)} messages/s",
            rate.ends,
        )
        for size, rate in rates.items()
        if rate
    ]
    return ChartSeries(series.name, series.look, points, size=10)


def tenth_charts(run: MeasuredRun, series: list[SystemSeries]) -> list[Chart]:
    """A chart for each side, with a panel for each size; none where the results have no tenths."""
    return [
        series_chart(
            f"chart-queue-course-{side.name}",
            f"Messages {side.verb} per second, tenth by tenth; medians over the valid cells",
            [_tenth_panel(run, series, side, size) for size in sizes_of(series)],
            PANEL_PIXELS,
            "tenth of the messages",
        )
        for side in SIDES
        if len(run.table("tenths"))
    ]


def _tenth_panel(run: MeasuredRun, series: list[SystemSeries], side: Side, size: int) -> SeriesPanel:
    lines = []
    for line in series:
        if size in line.by_size:
            rates = rates_by_tenth(run, side, line.by_size[size])
            points = [
                Point(tenth, rate, f"{line.name}\ntenth {tenth}: {significant(rate)} messages/s")
                for tenth, rate in zip(rates.index, rates, strict=True)
            ]
            lines.append(ChartSeries(line.name, line.look, points, size=6, width=1.5))
    return SeriesPanel(lines, size_text(size), {tenth: str(tenth) for tenth in range(1, 11)})


def rates_by_tenth(run: MeasuredRun, side: Side, treatment: Treatment) -> "pd.Series[float]":
    """The median rate of each tenth over a treatment's valid cells, in messages/s, indexed by tenth."""
    tenths = run.table("tenths")
    rows = tenths[tenths["cell"].isin(run.cells_of(treatment.id)) & (tenths["side"] == side.name)]
    return rows.groupby("tenth")["rate"].median().dropna()
