"""The table of capacities, and of median latencies at each share of the common one."""

from collections.abc import Sequence

from include.rendering.estimate import with_interval
from include.rendering.number_format import DASH, NO_BREAK, count
from include.rendering.table import Column, Group, Row, Table
from include.report.sections.frontier.load_panels import LoadLine, LoadPanel, LoadPoint
from include.report.sections.frontier.sentences import capacity_text
from include.report.treatment_tables import TREATMENT

NOT_HELD = "‡"

NOTE = (
    "Medians over the valid cells, with 95% intervals in brackets. The common capacity is the lowest one of "
    "the treatments that are compared, of each of which the median counts that the run had found until then."
)

NOT_HELD_NOTE = (
    f"{NOT_HELD} The rate was not held in every cell: the latency is that of a growing queue, depends on how "
    "long a cell lasts, and is not compared."
)

LATENCY = "Median end-to-end latency, ms, at this share of the common capacity"


def frontier_table(panels: Sequence[LoadPanel]) -> Table:
    """A row for each treatment, with its capacity, and its latency at each share."""
    shares = sorted({share for panel in panels for share in panel.rates})
    columns = [
        TREATMENT,
        Column("messages/s", "Capacity"),
        *(Column(f"{share:g}{NO_BREAK}%", LATENCY) for share in shares),
    ]
    groups = [
        Group((_rates(panel, shares), *(_row(line, shares) for line in panel.lines)), panel.context)
        for panel in panels
    ]
    is_marked = any(point.missed for panel in panels for line in panel.lines for point in line.points)
    notes = (NOTE, NOT_HELD_NOTE) if is_marked else (NOTE,)
    return Table("frontier-table", "Capacities and latencies", tuple(columns), tuple(groups), notes)


def _rates(panel: LoadPanel, shares: Sequence[float]) -> Row:
    """The rate at each share, in messages per second."""
    return Row(("rate, messages/s", DASH, *(count(panel.rates.get(share)) for share in shares)))


def _row(line: LoadLine, shares: Sequence[float]) -> Row:
    points = {point.percent: point for point in line.points}
    cells = (line.name, capacity_text(line.capacity), *(_latency(points.get(share)) for share in shares))
    return Row(cells, line.look)


def _latency(point: LoadPoint | None) -> str:
    if point is None:
        return DASH
    return with_interval(point.latency) + (NOT_HELD if point.missed else "")
