"""The tables of capacities, and of every treatment at every rate."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from include.rendering.estimate import with_interval
from include.rendering.table import ItemColumn, Table, grouped_table, number, words
from include.rendering.wording import DASH, NO_BREAK, count, percent, significant
from include.report.sections.frontier.ladders import Ladder, Line, Rung
from include.verdicts.comparability import MOST_MISSED
from include.verdicts.held_rate import (
    MAX_CONSUMER_CPU,
    MAX_CORES_BUSY,
    MAX_MEDIAN_LATENESS_MS,
    MAX_PYTHON_CPU,
    MIN_HELD_PERCENT,
)

NOT_HELD = "‡"

HELD_NOTE = (
    f"A cell holds its rate if messages were acknowledged, and first received, at {MIN_HELD_PERCENT:g}"
    f"{NO_BREAK}% of it or more; a treatment holds it if more than half of its valid cells do."
)

CAPACITY_NOTE = (
    "The capacity is between the highest rate of the ladder that is held and the next rate, at which the "
    "other figures are medians over the valid cells. The limit of a cell is named by the first of these "
    "rules that applies. The generator: its Python threads use more than "
    f"{percent(MAX_PYTHON_CPU)} of a core, in the time in which no commit holds it up. The cores: more than "
    f"{percent(MAX_CORES_BUSY)} of the time of all cores is used, so that brokers and load programs slow one "
    "another, and the capacity is that of a machine with both. The generator, without transactions: it hands "
    f"messages over late by a median of more than {MAX_MEDIAN_LATENESS_MS:g}{NO_BREAK}ms, waits for the "
    "brokers not included. The brokers: acknowledgements fall behind. The consumers: only receipts do. "
    "At-most-once has no acknowledgements by brokers: the consumers are named where one uses more than "
    f"{percent(MAX_CONSUMER_CPU)} of a core, and otherwise brokers or consumers. Where the generator is the "
    "limit, the capacity is only known to be at least the rate below."
)

NOT_HELD_NOTE = (
    f"{NOT_HELD} The rate is not held: where a queue grows, the latency depends on how long a cell lasts. "
    "The latency is not compared."
)

RATES_NOTE = (
    "Latencies are medians over the valid cells, and differences are means over pairs of cells of the same "
    "block, with 95% intervals in brackets. They are compared only at rates that every treatment held "
    f"in at least {percent(1 - MOST_MISSED)} of its valid cells."
)

AT_NEXT = "At the next rate"
LATENCY = "Median end-to-end latency, ms"


def capacity_table(ladders: Sequence[Ladder]) -> Table:
    """A row for each treatment, with its capacity and what limited it."""
    columns: list[ItemColumn[Line]] = [
        words("Treatment", lambda line: line.name),
        number("Capacity, messages/s", lambda line: line.capacity.text if line.capacity else DASH),
        number("rate, messages/s", lambda line: count(line.above and line.above.rate), AT_NEXT),
        words("limited by", lambda line: line.above.limit_counts if line.above else DASH, AT_NEXT),
        number("generator's Python, % of a core", _percent("python_cpu"), AT_NEXT),
        number(
            "generator late, ms",
            lambda line: significant(line.above and line.above.middle("lateness_ms")),
            AT_NEXT,
        ),
        number("a consumer, % of a core", _percent("consumer_cpu"), AT_NEXT),
        number("all cores busy, %", _percent("cores_busy"), AT_NEXT),
    ]
    groups = ((ladder.context, ladder.lines) for ladder in ladders)
    notes = (HELD_NOTE, CAPACITY_NOTE)
    return grouped_table("frontier-capacities", "Capacities", columns, groups, notes, lambda line: line.look)


def _percent(name: str) -> Callable[[Line], str]:
    def text(line: Line) -> str:
        share = line.above.middle(name) if line.above else None
        return DASH if share is None else significant(100 * share, 2)

    return text


class LineAtRate(NamedTuple):
    """A treatment at one of its rates."""

    line: Line
    rung: Rung


RATE_COLUMNS: tuple[ItemColumn[LineAtRate], ...] = (
    words("Treatment", lambda point: point.line.name),
    number("Rate, messages/s", lambda point: count(point.rung.rate)),
    number("Held, blocks", lambda point: _held(point.rung)),
    words("Limited by", lambda point: point.rung.limit_counts),
    number("median", lambda point: _latency(point.rung), LATENCY),
    number("difference", lambda point: _difference(point), LATENCY),
    number(
        "corrected interval", lambda point: cost.corrected if (cost := point.rung.compared) else DASH, LATENCY
    ),
)


def rate_table(ladders: Sequence[Ladder]) -> Table:
    """A row for each treatment and each rate, whether it was held or not."""
    groups = (
        (f"{line.name}, {ladder.context}", [LineAtRate(line, rung) for rung in line.rungs])
        for ladder in ladders
        for line in ladder.lines
    )
    caption, notes = "Every treatment at every rate", (RATES_NOTE, NOT_HELD_NOTE)
    return grouped_table(
        "frontier-rates", caption, RATE_COLUMNS, groups, notes, lambda point: point.line.look
    )


def _held(rung: Rung) -> str:
    if not rung.cells:
        return "not measured"
    held = f"{rung.held} of {len(rung.cells)}"
    return held if rung.is_held else f"not held ({held})"


def _latency(rung: Rung) -> str:
    return with_interval(rung.latency) + ("" if rung.is_held or not rung.latency else NOT_HELD)


def _difference(point: LineAtRate) -> str:
    if point.rung.cost is None:
        return DASH if any(rung.cost for rung in point.line.rungs) else "reference"
    cost = point.rung.compared
    return cost.in_words if cost else "not compared"
