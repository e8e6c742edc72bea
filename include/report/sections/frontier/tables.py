"""The tables of capacities, and of every treatment at every rate."""

from collections.abc import Sequence

from include.rendering.estimate import with_interval
from include.rendering.number_format import DASH, NO_BREAK, count, percent, significant
from include.rendering.table import Column, Row, RowGroup, Table
from include.report.cost_wording import figure
from include.report.cost_wording import with_interval as difference_with_interval
from include.report.sections.frontier.ladders import Ladder, Line, Rung
from include.report.sections.frontier.sentences import capacity_text, limit_counts
from include.report.treatment_tables import TREATMENT
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
    "block, with 95% intervals in brackets. They are compared only at the rates that no treatment failed to "
    f"hold in more than {percent(MOST_MISSED)} of its valid cells."
)

AT_NEXT = "At the next rate"
LATENCY = "Median end-to-end latency, ms"


def capacity_table(ladders: Sequence[Ladder]) -> Table:
    """A row for each treatment, with its capacity and what limited it."""
    columns = (
        TREATMENT,
        Column("Capacity, messages/s"),
        Column("rate, messages/s", AT_NEXT),
        Column("limited by", AT_NEXT, numeric=False),
        Column("generator's Python, % of a core", AT_NEXT),
        Column("generator late, ms", AT_NEXT),
        Column("a consumer, % of a core", AT_NEXT),
        Column("all cores busy, %", AT_NEXT),
    )
    groups = tuple(RowGroup(tuple(map(_capacity_row, one.lines)), one.context) for one in ladders)
    return Table("frontier-capacities", "Capacities", columns, groups, (HELD_NOTE, CAPACITY_NOTE))


def _capacity_row(line: Line) -> Row:
    capacity = line.capacity
    above = capacity.above if capacity else None
    if above is None:
        return Row((line.name, capacity_text(capacity), *[DASH] * 6), line.look)
    cells = (
        line.name,
        capacity_text(capacity),
        count(above.rate),
        limit_counts(above),
        _percent(above.middle("python_cpu")),
        significant(above.middle("lateness_ms")),
        _percent(above.middle("consumer_cpu")),
        _percent(above.middle("cores_busy")),
    )
    return Row(cells, line.look)


def rate_table(ladders: Sequence[Ladder]) -> Table:
    """A row for each treatment and each rate, whether it was held or not."""
    columns = (
        TREATMENT,
        Column("Rate, messages/s"),
        Column("Held, blocks"),
        Column("Limited by", numeric=False),
        Column("median", LATENCY),
        Column("difference", LATENCY),
        Column("corrected interval", LATENCY),
    )
    groups = tuple(
        RowGroup(tuple(_rate_row(line, rung) for rung in line.rungs), f"{line.name}, {ladder.context}")
        for ladder in ladders
        for line in ladder.lines
    )
    notes = (RATES_NOTE, NOT_HELD_NOTE)
    return Table("frontier-rates", "Every treatment at every rate", columns, groups, notes)


def _rate_row(line: Line, rung: Rung) -> Row:
    cells = (
        line.name,
        count(rung.rate),
        _held(rung),
        limit_counts(rung),
        _latency(rung),
        *_difference(line, rung),
    )
    return Row(cells, line.look)


def _held(rung: Rung) -> str:
    if not rung.cells:
        return "not measured"
    held = f"{rung.held} of {len(rung.cells)}"
    return held if rung.is_held else f"not held ({held})"


def _latency(rung: Rung) -> str:
    if rung.latency is None:
        return DASH
    return with_interval(rung.latency) + ("" if rung.is_held else NOT_HELD)


def _difference(line: Line, rung: Rung) -> tuple[str, str]:
    difference = rung.difference
    if difference is None:
        is_reference = not any(one.difference for one in line.rungs)
        return ("reference" if is_reference else DASH), DASH
    if not rung.is_compared:
        return "not compared", DASH
    found, quantity = difference.found, difference.quantity
    low, high = (figure(end, quantity) for end in (found.low_corrected, found.high_corrected))
    return difference_with_interval(difference), f"{low} to {high}"


def _percent(share: float | None) -> str:
    return DASH if share is None else significant(100 * share, 2)
