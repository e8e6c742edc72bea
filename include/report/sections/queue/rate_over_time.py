"""The rate of each tenth of the messages: does a system become slower as its queue becomes longer?"""

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw, lay_out, name_each_once
from include.rendering.number_format import DASH, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.system_series import SIDES, Side, SystemSeries, size_text, sizes_of

PANEL_PIXELS = 190

CAPTION = "The slowest tenth of the messages, as a share of the median tenth's rate"

NOTE = (
    "Medians over the repetitions. The number in brackets says which tenth it is: a queue is longest at the "
    "last tenth while it is filled, and at the first tenth while it is emptied."
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
    figure = make_subplots(
        rows=len(sizes),
        shared_xaxes=True,
        subplot_titles=[size_text(size) for size in sizes],
        vertical_spacing=0.3 / len(sizes),
    )
    for row, size in enumerate(sizes, start=1):
        for one in series:
            if size in one.by_size:
                rates = rates_by_tenth(run, one.by_size[size], side)
                figure.add_trace(_trace(rates, one), row=row, col=1)
    name_each_once(figure)
    _lay_out(figure, len(sizes))
    caption = f"Messages {side.verb} per second, tenth by tenth; medians over the repetitions"
    return draw(f"chart-queue-course-{side.name}", caption, figure)


def _trace(rates: "pd.Series[float]", series: SystemSeries) -> go.Scatter:
    return go.Scatter(
        x=rates.index.tolist(),
        y=rates.tolist(),
        name=series.name,
        legendgroup=series.name,
        mode="lines+markers",
        marker={"color": series.look.colour, "symbol": series.look.symbol, "size": 6},
        line={"color": series.look.colour, "width": 1.5},
        hovertemplate=f"{series.name}<br>tenth %{{x}}: %{{y:,.3~g}} messages/s<extra></extra>",
    )


def _lay_out(figure: go.Figure, panels: int) -> None:
    height = PANEL_PIXELS * panels
    legend = {"orientation": "h", "x": 0, "y": 1 + 50 / height}
    lay_out(figure, height + 60, top=60, bottom=40, legend=legend)
    figure.update_annotations(x=0, xanchor="left", font={"size": 13})
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=False, dtick=1, automargin=True)
    figure.update_xaxes(title="tenth of the messages", row=panels)
    figure.update_yaxes(fixedrange=True, zeroline=False, automargin=True, rangemode="tozero", nticks=4)
