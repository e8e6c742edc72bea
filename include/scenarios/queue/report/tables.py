"""Tables and charts of each system: rates, rates by tenth of the messages, and the CPU time of a message."""

from collections.abc import Callable
from functools import partial
from statistics import median

from include.kinds.grouping import grouped
from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.chart_layout import Chart
from include.report.pages.estimate_text import with_interval
from include.report.pages.series_chart import ChartSeries, Point, SeriesPanel, series_chart
from include.report.pages.table import ItemColumn, Table, table_of, words
from include.report.pages.wording import DASH, significant
from include.report.treatments.groups import level_column, levels_of
from include.report.treatments.names import size_text
from include.scenarios.queue.report.claims import ENQUEUE, SIDES, Side, SystemSeries
from include.settings.compared_columns import BROKER_CPU

SYSTEM: ItemColumn[SystemSeries] = words("System", lambda series: series.name)

MEDIAN_NOTE = (
    "Median over the valid repetitions, with its 95% interval in brackets where there are six or more."
)

UNCONFIRMED = (
    "rabbitmq without confirms: a message is counted when the connection has taken it; the last messages of "
    "each tenth are counted when the server has them."
)


def durability_note(series: list[SystemSeries]) -> str:
    """A sentence that says where each system keeps a message when the message counts as enqueued."""
    by_durability = grouped(series, lambda line: line.settings.durability.value)
    texts = [
        f"{durability} ({', '.join(dict.fromkeys(line.settings.system for line in lines))})"
        for durability, lines in by_durability.items()
    ]
    return f"Where a message is when it counts as enqueued: {'; '.join(texts)}."


TENTHS = "Rate of the slowest tenth of the messages, as a share of the rate of the median tenth"

TENTHS_NOTE = (
    "Medians over the valid repetitions. The number in brackets says which tenth it is: a queue is longest "
    "at the last tenth while it is filled, and at the first tenth while it is emptied."
)

CPU_NOTE = "Medians over the valid repetitions, of enqueueing and dequeueing together."


def rate_charts(run: MeasuredRun, series: list[SystemSeries]) -> list[Chart]:
    """Two charts of the rates by message size, one for enqueueing and one for dequeueing."""
    ticks = {size: size_text(int(size)) for size in levels_of(series)}
    return [
        series_chart(
            f"chart-queue-{side.name}",
            f"Messages {side.verb} per second, by payload; both axes logarithmic",
            [SeriesPanel([_by_size(run, line, side) for line in series], ticks=ticks)],
            320,
            logarithmic=("x", "y"),
        )
        for side in SIDES
    ]


def _by_size(run: MeasuredRun, series: SystemSeries, side: Side) -> ChartSeries:
    rates = {size: run.estimate(treatment.id, side.rate) for size, treatment in series.by_level.items()}
    points = [
        Point(size, rate.median, _title(series, size_text(int(size)), rate.median), rate.ends)
        for size, rate in rates.items()
        if rate
    ]
    return ChartSeries(series.name, series.look, points, size=10)


def _title(series: SystemSeries, at: str, rate: float) -> str:
    return f"{series.name}\n{at}: {significant(rate)} messages/s"


def tenth_charts(run: MeasuredRun, series: list[SystemSeries]) -> list[Chart]:
    """A chart for each ``Side``, with a panel for each message size; empty without the table ``tenths``."""
    return [
        series_chart(
            f"chart-queue-course-{side.name}",
            f"Messages {side.verb} per second, tenth by tenth; medians over the valid cells",
            [_tenth_panel(run, series, side, size) for size in levels_of(series)],
            150,
            "tenth of the messages",
        )
        for side in SIDES
        if len(run.table("tenths"))
    ]


def _tenth_panel(run: MeasuredRun, series: list[SystemSeries], side: Side, size: float) -> SeriesPanel:
    lines = []
    for line in series:
        if size in line.by_level:
            rates = rates_by_tenth(run, side, line.by_level[size])
            points = [
                Point(tenth, rate, _title(line, f"tenth {tenth}", rate)) for tenth, rate in rates.items()
            ]
            lines.append(ChartSeries(line.name, line.look, points, size=6, width=1.5))
    return SeriesPanel(lines, size_text(int(size)), {tenth: str(tenth) for tenth in range(1, 11)})


def rates_by_tenth(run: MeasuredRun, side: Side, treatment: Treatment) -> dict[int, float]:
    """The median rate over a treatment's valid cells in messages/s, for each tenth of the messages."""
    tenths = run.table("tenths")
    rows = tenths[tenths["cell"].isin(run.cells_of(treatment.id)) & (tenths["side"] == side.name)]
    medians = rows.groupby("tenth")["rate"].median().dropna()
    return dict(zip(medians.index.tolist(), medians.tolist(), strict=True))


def system_tables(run: MeasuredRun, series: list[SystemSeries]) -> list[Table]:
    """Tables of rates, of the slowest tenth of the messages, and of CPU time, with a row for each system."""
    sizes = {size: size_text(int(size)) for size in levels_of(series)}

    def rate(side: Side) -> Callable[[Treatment], str]:
        return lambda treatment: with_interval(run.estimate(treatment.id, side.rate))

    def server(treatment: Treatment) -> str:
        return significant(run.median(treatment.id, BROKER_CPU))

    rates = [
        table_of(
            f"queue-{side.name}",
            f"Messages {side.verb} per second, by payload",
            [SYSTEM, *(level_column(size, rate(side), text) for size, text in sizes.items())],
            series,
            [MEDIAN_NOTE, durability_note(series), UNCONFIRMED] if side is ENQUEUE else [MEDIAN_NOTE],
        )
        for side in SIDES
    ]
    slowest = [
        level_column(size, partial(_slowest, run, side), text, side.verb)
        for side in SIDES
        for size, text in sizes.items()
    ]
    times = [
        level_column(size, time, title, text)
        for size, text in sizes.items()
        for title, time in (("server", server), ("programs", partial(_cpu_of_programs, run)))
    ]
    with_tenths = series if len(run.table("tenths")) else []
    return [
        *rates,
        table_of("queue-course", TENTHS, [SYSTEM, *slowest], with_tenths, [TENTHS_NOTE]),
        table_of("queue-cpu", "CPU time of a message, µs", [SYSTEM, *times], series, [CPU_NOTE]),
    ]


def _slowest(run: MeasuredRun, side: Side, treatment: Treatment) -> str:
    rates = rates_by_tenth(run, side, treatment)
    if not rates:
        return DASH
    tenth = min(rates, key=lambda number: rates[number])
    return f"{significant(rates[tenth] / median(rates.values()), 2)} ({tenth})"


def _cpu_of_programs(run: MeasuredRun, treatment: Treatment) -> str:
    times = [
        manifest.machine.cpu_programs * 1e6 / sent
        for manifest in run.manifests_of(treatment.id)
        if (sent := manifest.counted("sent"))
    ]
    return significant(median(times) if times else None)
