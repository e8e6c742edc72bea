"""How fast each system is filled and emptied, by message size, and the CPU time of a message."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from include.load_runtime.scenarios.queue.systems import Durability
from include.matrix.plan import Treatment
from include.rendering.chart import Chart, draw
from include.rendering.drawing import Drawing, panels_below
from include.rendering.estimate import with_interval
from include.rendering.number_format import DASH, significant
from include.rendering.panel import interval_ends
from include.rendering.table import Column, Row, Table, plain_table
from include.rendering.words import enumerated
from include.report.measured_run import MeasuredRun
from include.report.sections.queue.system_series import (
    ENQUEUE,
    SIDES,
    Side,
    SystemSeries,
    size_text,
    sizes_of,
)
from include.report.treatment_pairs import TreatmentPair, compare_pairs, in_words, not_shown_clause, pair

HEIGHT = 320

CLIENT_BOUND_SHARE = 0.9
"""The share of a core above which a program, whose Python code runs on one core, limits the rate."""

UNCONFIRMED = (
    "rabbitmq without confirms: a message is counted when the connection has taken it, and the last messages "
    "of each tenth when the server has them."
)


def rate_sentences(run: MeasuredRun, series: list[SystemSeries]) -> Iterator[str]:
    """How the rates of systems compare that keep messages equally well, for the smallest and the largest."""
    ranked = list(_ranked(series))
    compared = compare_pairs(run, [_pair(one) for one in ranked])
    by_kind: dict[tuple[Durability, Side, int, str], list[str]] = {}
    for one in ranked:
        found = compared[_pair(one)]
        if found.estimate is not None:
            text = f"{_named(run, one.own, one)} {in_words(found)} times{not_shown_clause(found)}"
            key = (one.own.system.durability, one.side, one.size, _named(run, one.reference, one))
            by_kind.setdefault(key, []).append(text)
    for (durability, side, size, reference), texts in by_kind.items():
        yield (
            f"Messages of {size_text(size)} {side.verb} per second, compared with {reference}, of systems "
            f"that have a message {durability.value} when it counts as enqueued: {'; '.join(texts)}."
        )


@dataclass(frozen=True)
class RankedSystem:
    """A system beside the first one that keeps messages equally well."""

    own: SystemSeries
    reference: SystemSeries
    side: Side
    size: int


def _ranked(series: list[SystemSeries]) -> Iterator[RankedSystem]:
    sizes = sizes_of(series)
    for side in SIDES:
        for size in dict.fromkeys((sizes[0], sizes[-1])):
            having = [one for one in series if size in one.by_size]
            for durability in Durability:
                alike = [one for one in having if one.system.durability is durability]
                yield from (RankedSystem(own, alike[0], side, size) for own in alike[1:])


def _pair(one: RankedSystem) -> TreatmentPair:
    return pair(one.own.by_size[one.size], one.reference.by_size[one.size], one.side.column)


def _named(run: MeasuredRun, series: SystemSeries, ranked: RankedSystem) -> str:
    """The name of a system, with the remark that its program, and not its server, limits its rate."""
    is_bound = is_client_bound(run, series.by_size[ranked.size], ranked.side)
    return f"{series.name} (client-bound)" if is_bound else series.name


def is_client_bound(run: MeasuredRun, treatment: Treatment, side: Side) -> bool:
    """Whether the program of a side used nearly a whole core, so that the program limits the rate."""
    used = run.estimate(treatment.id, side.cpu_metric)
    return bool(used and used.median >= CLIENT_BOUND_SHARE)


def client_bound_sentences(run: MeasuredRun, series: list[SystemSeries]) -> Iterator[str]:
    """For each side, the systems and message sizes whose rate is that of the program."""
    for side in SIDES:
        found = [text for one in series if (text := _client_bound_sizes(run, one, side))]
        if found:
            yield (
                f"Probably client-bound when messages are {side.verb}, because the program used at least "
                f"{CLIENT_BOUND_SHARE:.0%} of a core: {'; '.join(found)}. The servers may be faster."
            )


def _client_bound_sizes(run: MeasuredRun, series: SystemSeries, side: Side) -> str:
    sizes = [size for size, one in sorted(series.by_size.items()) if is_client_bound(run, one, side)]
    return f"{series.name} with {enumerated([size_text(size) for size in sizes])}" if sizes else ""


def rate_tables(run: MeasuredRun, series: list[SystemSeries]) -> list[Table]:
    """A table for each side, with a row for each system and a column for each size."""
    return [_rate_table(run, series, side) for side in SIDES]


def _rate_table(run: MeasuredRun, series: list[SystemSeries], side: Side) -> Table:
    sizes = sizes_of(series)
    columns = [Column("System", numeric=False), *(Column(size_text(size)) for size in sizes)]
    rows = [Row((one.name, *(_rate(run, one, size, side) for size in sizes))) for one in series]
    notes = [
        "Median over the valid repetitions, with its 95% interval in brackets where there are six or more."
    ]
    notes += [UNCONFIRMED] if side is ENQUEUE else []
    caption = f"Messages {side.verb} per second, by payload"
    return plain_table(f"queue-{side.name}", caption, columns, rows, notes)


def _rate(run: MeasuredRun, series: SystemSeries, size: int, side: Side) -> str:
    found = side.estimate(run, series.by_size.get(size))
    return with_interval(found) if found else DASH


def cpu_table(run: MeasuredRun, series: list[SystemSeries]) -> Table:
    """The CPU time that a message took of the server, and of the programs that enqueued and dequeued it."""
    sizes = sizes_of(series)
    columns = [Column("System", numeric=False)]
    columns += [Column(title, size_text(size)) for size in sizes for title in ("server", "programs")]
    rows = [
        Row((one.name, *(text for size in sizes for text in _cpu(run, one.by_size.get(size)))))
        for one in series
    ]
    notes = ["Medians over the valid repetitions, of enqueueing and dequeueing together."]
    return plain_table("queue-cpu", "CPU time of a message, µs", columns, rows, notes)


def _cpu(run: MeasuredRun, treatment: Treatment | None) -> tuple[str, str]:
    if treatment is None:
        return DASH, DASH
    server = run.estimate(treatment.id, "broker_cpu_time")
    return significant(server.median if server else None), significant(_cpu_of_programs(run, treatment))


def _cpu_of_programs(run: MeasuredRun, treatment: Treatment) -> float | None:
    """Microseconds for a message; None where no cell was measured."""
    cells = [(one.machine.cpu_programs, one.counted("sent")) for one in run.manifests_of(treatment.id)]
    times = [seconds * 1e6 / sent for seconds, sent in cells if sent]
    return median(times) if times else None


def rate_charts(run: MeasuredRun, series: list[SystemSeries]) -> list[Chart]:
    """A chart for each side."""
    return [_chart(run, series, side) for side in SIDES]


def _chart(run: MeasuredRun, series: list[SystemSeries], side: Side) -> Chart:
    drawing = panels_below([HEIGHT])
    (panel,) = drawing.panels
    panel.logarithmic("x")
    panel.logarithmic("y")
    panel.grid("y")
    for one in series:
        _draw_series(drawing, run, one, side)
    sizes = sizes_of(series)
    panel.ticks("x", sizes, [size_text(size) for size in sizes])
    caption = f"Messages {side.verb} per second, by payload; both logarithmic"
    return draw(f"chart-queue-{side.name}", caption, drawing)


def _draw_series(drawing: Drawing, run: MeasuredRun, series: SystemSeries, side: Side) -> None:
    measured = [(size, side.estimate(run, series.by_size[size])) for size in sorted(series.by_size)]
    points = [(size, found) for size, found in measured if found]
    sizes, rates = [size for size, _ in points], [found.median for _, found in points]
    titles = [
        f"{series.name}\n{size_text(size)}: {significant(rate)} messages/s"
        for size, rate in zip(sizes, rates, strict=True)
    ]
    (panel,) = drawing.panels
    panel.line(sizes, rates, series.look)
    panel.intervals(sizes, interval_ends([found for _, found in points]), series.look, along="y")
    panel.markers(sizes, rates, series.look, titles, size=10)
    drawing.name(series.name, series.look)
