"""The course of filling and emptying, tenth by tenth: does a system get slower as its queue gets longer?"""

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw, plain
from include.rendering.number_format import DASH, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.run import Run
from include.report.sections.queue.series import SIDES, Line, Side, in_bytes, sizes_of

PANEL_PIXELS = 190


def course_table(run: Run, lines: list[Line]) -> Table:
    """For each system and side, how the slowest tenth compares with the tenth in the middle of them."""
    sizes = sizes_of(lines)
    columns = [Column("System", numeric=False)]
    columns += [Column(in_bytes(size), over=side.verb) for side in SIDES for size in sizes]
    rows = [
        Row((line.name, *(_slowest(run, line, size, side) for side in SIDES for size in sizes)))
        for line in lines
    ]
    notes = (
        "Medians over the repetitions. In brackets, which tenth it is: a queue is longest at the tenth when "
        "it is filled, and at the first when it is emptied.",
    )
    caption = "The slowest tenth of the messages, as a share of the median tenth's rate"
    return plain_table("queue-course", caption, columns, rows if len(run.tenths) else [], notes)


def course_charts(run: Run, lines: list[Line]) -> list[Chart]:
    """A chart a side, with a panel a size."""
    if not len(run.tenths):
        return []
    return [_chart(run, lines, side) for side in SIDES]


def rates_by_tenth(run: Run, treatment: Treatment, side: Side) -> "pd.Series[float]":
    """The median rate of each tenth over a treatment's cells, in messages/s; empty where there are none."""
    if not len(run.tenths):
        return pd.Series(dtype=float)
    cells = run.cells_of(treatment.id)
    own = run.tenths[run.tenths["cell"].isin(cells) & (run.tenths["side"] == side.name)]
    return own.groupby("tenth")["rate"].median().dropna()


def _slowest(run: Run, line: Line, size: int, side: Side) -> str:
    treatment = line.by_size.get(size)
    rates = rates_by_tenth(run, treatment, side) if treatment else pd.Series(dtype=float)
    if not len(rates):
        return DASH
    return f"{significant(float(rates.min() / rates.median()), 2)} ({rates.idxmin()})"


def _chart(run: Run, lines: list[Line], side: Side) -> Chart:
    sizes = sizes_of(lines)
    figure = make_subplots(
        rows=len(sizes),
        shared_xaxes=True,
        subplot_titles=[in_bytes(size) for size in sizes],
        vertical_spacing=0.3 / len(sizes),
    )
    for row, size in enumerate(sizes, start=1):
        for line in lines:
            if size in line.by_size:
                trace = _trace(rates_by_tenth(run, line.by_size[size], side), line, is_first=row == 1)
                figure.add_trace(trace, row=row, col=1)
    plain(
        figure,
        height=PANEL_PIXELS * len(sizes) + 60,
        margin={"l": 10, "r": 16, "t": 60, "b": 40},
        font={"family": "system-ui, sans-serif", "size": 13},
        legend={"orientation": "h", "x": 0, "y": 1 + 50 / (PANEL_PIXELS * len(sizes))},
    )
    figure.update_annotations(x=0, xanchor="left", font={"size": 13})
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=False, dtick=1, automargin=True)
    figure.update_xaxes(title="tenth of the messages", row=len(sizes))
    figure.update_yaxes(fixedrange=True, zeroline=False, automargin=True, rangemode="tozero", nticks=4)
    caption = f"Messages {side.verb} in a second, tenth by tenth; medians over the repetitions"
    return draw(f"chart-queue-course-{side.name}", caption, figure)


def _trace(rates: "pd.Series[float]", line: Line, is_first: bool) -> go.Scatter:
    return go.Scatter(
        x=rates.index.tolist(),
        y=rates.tolist(),
        name=line.name,
        legendgroup=line.name,
        showlegend=is_first,
        mode="lines+markers",
        marker={"color": line.look.colour, "symbol": line.look.symbol, "size": 6},
        line={"color": line.look.colour, "width": 1.5},
        hovertemplate=f"{line.name}<br>tenth %{{x}}: %{{y:,.3~g}} messages/s<extra></extra>",
    )
