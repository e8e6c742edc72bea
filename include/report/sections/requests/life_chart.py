"""The life of a transaction: a bar for each of its requests on an axis of time."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from include.rendering.chart import Chart, draw
from include.rendering.drawing import AXIS_NAME_PIXELS, TICK_PIXELS, panels_of_rows
from include.rendering.number_format import significant
from include.rendering.palette import DARK_TEXT, PARTS
from include.rendering.panel import Bar

LIFE = ("AddPartitionsToTxn", "Produce", "EndTxn")
"""The requests of a transaction, in their order."""

ROW_PIXELS = 34

ROOM_AT_END = 1.05
"""The length of the axis, as a multiple of the time of the last answer."""


@dataclass(frozen=True)
class Stretch:
    """The time of a kind of requests in the median transaction, in ms from its begin."""

    request: str
    begin: float
    """When the first of the requests was sent."""
    end: float
    """When the last of the requests was answered."""


def stretches(requests: pd.DataFrame) -> list[Stretch]:
    """The stretches of a transaction in the median of some cells; empty if no request was answered.

    Args:
        requests: Rows of ``results/requests``.
    """
    times = requests.groupby("request")[["first_sent_ms", "last_answered_ms"]].median().dropna()
    return [Stretch(name, *map(float, times.loc[name])) for name in LIFE if name in times.index]


def life_chart(number: int, treatment: str, life: Sequence[Stretch]) -> Chart:
    """The chart of a treatment, given its place among the charts and its name."""
    rows = [stretch.request for stretch in life]
    drawing = panels_of_rows([("", rows)], ROW_PIXELS, TICK_PIXELS + AXIS_NAME_PIXELS)
    (panel,) = drawing.panels
    panel.limit("x", 0, max(stretch.end for stretch in life) * ROOM_AT_END)
    panel.name_axis("ms from the begin of the transaction")
    for row, stretch in enumerate(life):
        title = f"{stretch.request}: {significant(stretch.begin)} to {significant(stretch.end)} ms"
        bar = Bar(row, stretch.begin, stretch.end, title, significant(stretch.end - stretch.begin))
        panel.bars([bar], PARTS[LIFE.index(stretch.request)], DARK_TEXT, thickness=0.62)
    return draw(f"transaction-life-{number}", f"The life of a transaction: {treatment}", drawing)
