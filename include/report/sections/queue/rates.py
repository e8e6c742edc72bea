"""How fast each system is filled and emptied, by the size of messages."""

from statistics import median

import plotly.graph_objects as go

from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw, interval_bar, logarithmic_ticks, plain
from include.rendering.estimate import Estimate, with_interval
from include.rendering.number_format import DASH, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.run import Run
from include.report.sections.queue.series import SIDES, Line, Side, in_bytes, sizes_of

HEIGHT = 380

UNCONFIRMED = (
    "rabbitmq without confirms: a message counts once the connection has taken it, and the last ones of each "
    "tenth once the server has them."
)


def rate_tables(run: Run, lines: list[Line]) -> list[Table]:
    """A table a side: a row a system, a column a size."""
    return [_rate_table(run, lines, side) for side in SIDES]


def rate_charts(run: Run, lines: list[Line]) -> list[Chart]:
    """A chart a side."""
    return [_chart(run, lines, side) for side in SIDES]


def cpu_table(run: Run, lines: list[Line]) -> Table:
    """The CPU time that a message took of the server, and of the programs that enqueued and dequeued it."""
    sizes = sizes_of(lines)
    columns = [Column("System", numeric=False)]
    columns += [Column(who, over=in_bytes(size)) for size in sizes for who in ("server", "programs")]
    rows = [Row((line.name, *(text for size in sizes for text in _cpu(run, line, size)))) for line in lines]
    notes = ["Medians over the repetitions; enqueueing and dequeueing together."]
    return plain_table("queue-cpu", "CPU time of a message, µs", columns, rows, notes)


def _rate_table(run: Run, lines: list[Line], side: Side) -> Table:
    sizes = sizes_of(lines)
    columns = [Column("System", numeric=False), *(Column(in_bytes(size)) for size in sizes)]
    rows = [Row((line.name, *(_rate(run, line, size, side) for size in sizes))) for line in lines]
    notes = ["Median over the repetitions, and its 95% interval in brackets where there are six or more."]
    notes += [UNCONFIRMED] if side is SIDES[0] else []
    return plain_table(
        f"queue-{side.name}", f"Messages {side.verb} in a second, by payload", columns, rows, notes
    )


def _rate(run: Run, line: Line, size: int, side: Side) -> str:
    treatment = line.by_size.get(size)
    found = side.estimate(run, treatment) if treatment else None
    return with_interval(found) if found else DASH


def _cpu(run: Run, line: Line, size: int) -> tuple[str, str]:
    treatment = line.by_size.get(size)
    if treatment is None:
        return DASH, DASH
    server = run.estimate(treatment.id, "broker_cpu_time")
    return significant(server.median if server else None), significant(_of_programs(run, treatment))


def _of_programs(run: Run, treatment: Treatment) -> float | None:
    """Microseconds for a message; None where no cell was measured."""
    cells = [run.manifests[cell] for cell in run.cells_of(treatment.id) if cell in run.manifests]
    taken = [cell.machine.cpu_programs * 1e6 / treatment.settings.messages for cell in cells]
    return median(taken) if taken else None


def _chart(run: Run, lines: list[Line], side: Side) -> Chart:
    figure = go.Figure()
    for line in lines:
        figure.add_trace(_trace(run, line, side))
    plain(
        figure,
        height=HEIGHT,
        margin={"l": 10, "r": 16, "t": 40, "b": 40},
        font={"family": "system-ui, sans-serif", "size": 13},
        legend={"orientation": "h", "x": 0, "y": 1.14},
    )
    sizes = sizes_of(lines)
    figure.update_xaxes(type="log", tickvals=sizes, ticktext=[in_bytes(size) for size in sizes])
    figure.update_xaxes(fixedrange=True, zeroline=False, showgrid=False, automargin=True)
    rates = [
        found.median for line in lines for t in line.by_size.values() if (found := side.estimate(run, t))
    ]
    if rates and min(rates) > 0:
        ticks = logarithmic_ticks(rates)
        figure.update_yaxes(type="log", tickvals=ticks, ticktext=[f"{tick:,.7g}" for tick in ticks])
    figure.update_yaxes(fixedrange=True, zeroline=False, automargin=True)
    caption = f"Messages {side.verb} in a second, by payload; both logarithmic"
    return draw(f"chart-queue-{side.name}", caption, figure)


def _trace(run: Run, line: Line, side: Side) -> go.Scatter:
    measured = [(size, side.estimate(run, line.by_size[size])) for size in sorted(line.by_size)]
    points = [(size, found) for size, found in measured if found]
    return go.Scatter(
        x=[size for size, _ in points],
        y=[found.median for _, found in points],
        name=line.name,
        mode="lines+markers",
        marker={"color": line.look.colour, "symbol": line.look.symbol, "size": 10},
        line={"color": line.look.colour, "width": 2},
        error_y=_bars([found for _, found in points], line.look.colour),
        hovertemplate=f"{line.name}<br>%{{x:,}} B: %{{y:,.3~g}} messages/s<extra></extra>",
    )


def _bars(found: list[Estimate], colour: str) -> dict[str, object]:
    """The error bars of medians; none where one has no interval."""
    bars = [interval_bar(one, colour) for one in found if one.has_interval]
    if not bars or len(bars) < len(found):
        return {"visible": False}
    return {
        **bars[0],
        "array": [(one.high or 0) - one.median for one in found],
        "arrayminus": [one.median - (one.low or 0) for one in found],
    }
