"""The table of capacities, and the table with a row for each treatment at each rate."""

from collections.abc import Sequence

from include.report.pages.estimate_text import with_interval
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import DASH, NO_BREAK, count, percent, significant
from include.report.sections.frontier.ladders import Ladder, Line, Rung
from include.verdicts.held_rate import (
    MAX_CONSUMER_CPU,
    MAX_CORES_BUSY,
    MAX_MEDIAN_LATENESS_MS,
    MAX_PYTHON_CPU,
    MIN_HELD_PERCENT,
    MOST_MISSED,
)

NOT_HELD = "‡"

HELD_NOTE = (
    "A cell holds its rate if messages were acknowledged, and received for the first time, at "
    f"{MIN_HELD_PERCENT:g}{NO_BREAK}% of the rate or more. A treatment holds a rate if more than half of its "
    "valid cells hold it."
)

CAPACITY_NOTE = (
    "The capacity is between the highest held rate of the ladder and the next rate. The other figures are "
    "medians over the valid cells at that next rate. The first of the following rules that applies names the "
    f"limit of a cell. The generator: its Python threads use more than {percent(MAX_PYTHON_CPU)} of a core, "
    f"in the time in which it does not wait for a commit. The cores: more than {percent(MAX_CORES_BUSY)} of "
    "the time of all cores is used. Then brokers and load programs slow one another down, and the capacity "
    "is that of a machine that runs both. The generator, without transactions: in the median, it hands "
    f"messages over more than {MAX_MEDIAN_LATENESS_MS:g}{NO_BREAK}ms late; waits for the brokers do not "
    "count. The brokers: acknowledgements fall behind. The consumers: only receipts fall behind. "
    "At-most-once has no acknowledgements by brokers: the consumers are the limit if a consumer uses more "
    f"than {percent(MAX_CONSUMER_CPU)} of a core; if not, brokers or consumers are the limit. If the "
    "generator is the limit, the capacity is only known to be at least the highest held rate."
)

NOT_HELD_NOTE = (
    f"{NOT_HELD} The rate is not held. If a queue grows, the latency depends on how long a cell lasts. The "
    "latency is not compared."
)

RATES_NOTE = (
    "Latencies are medians over the valid cells, and differences are means over pairs of cells of the same "
    "block, with 95% intervals in brackets. They are compared only at rates that every treatment held "
    f"in at least {percent(1 - MOST_MISSED)} of its valid cells."
)

AT_NEXT = "At the next rate"
LATENCY = "Median end-to-end latency, ms"


def capacity_table(ladders: Sequence[Ladder]) -> Table:
    """A table of each treatment's capacity, and of what limits the treatment at the next higher rate."""

    def middle(title: str, name: str, factor: float = 1, digits: int = 2) -> ItemColumn[Line]:
        def text(line: Line) -> str:
            value = line.above.middle(name) if line.above else None
            return DASH if value is None else significant(factor * value, digits)

        return number(title, text, AT_NEXT)

    columns: list[ItemColumn[Line]] = [
        words("Treatment", lambda line: line.name),
        number("Capacity, messages/s", lambda line: line.capacity or DASH),
        number("rate, messages/s", lambda line: count(line.above and line.above.rate), AT_NEXT),
        words("limited by", lambda line: line.above.limit_counts if line.above else DASH, AT_NEXT),
        middle("generator's Python, % of a core", "python_cpu", 100),
        middle("generator late, ms", "lateness_ms", digits=3),
        middle("a consumer, % of a core", "consumer_cpu", 100),
        middle("all cores busy, %", "cores_busy", 100),
    ]
    groups = ((ladder.context, ladder.lines) for ladder in ladders)
    notes = (HELD_NOTE, CAPACITY_NOTE)
    return grouped_table("frontier-capacities", "Capacities", columns, groups, notes, lambda line: line.look)


def rate_table(ladders: Sequence[Ladder]) -> Table:
    """A table with a row for each treatment at each rate, whether the rate was held or not."""

    def corrected(point: tuple[Line, Rung]) -> str:
        return point[1].compared.corrected if point[1].compared else DASH

    columns: list[ItemColumn[tuple[Line, Rung]]] = [
        words("Treatment", lambda point: point[0].name),
        number("Rate, messages/s", lambda point: count(point[1].rate)),
        number("Held, blocks", lambda point: _held(point[1])),
        words("Limited by", lambda point: point[1].limit_counts),
        number("median", lambda point: _latency(point[1]), LATENCY),
        number("difference", lambda point: _difference(*point), LATENCY),
        number("corrected interval", corrected, LATENCY),
    ]
    groups = (
        (f"{line.name}, {ladder.context}", [(line, rung) for rung in line.rungs])
        for ladder in ladders
        for line in ladder.lines
    )
    caption, notes = "Every treatment at every rate", (RATES_NOTE, NOT_HELD_NOTE)
    return grouped_table("frontier-rates", caption, columns, groups, notes, lambda point: point[0].look)


def _held(rung: Rung) -> str:
    if not rung.cells:
        return "not measured"
    share = f"{rung.held} of {len(rung.cells)}"
    return share if rung.is_held else f"not held ({share})"


def _latency(rung: Rung) -> str:
    return with_interval(rung.latency) + ("" if rung.is_held or not rung.latency else NOT_HELD)


def _difference(line: Line, rung: Rung) -> str:
    if rung.cost is None:
        return DASH if any(other.cost for other in line.rungs) else "reference"
    return rung.compared.in_words if rung.compared else "not compared"
