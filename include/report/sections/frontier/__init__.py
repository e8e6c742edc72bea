"""The rates that each treatment holds, and how its latency grows with the rate."""

from collections.abc import Iterable, Iterator, Sequence

from include.kinds.grouping import grouped
from include.report.cost_differences import WORDS, CostDifference, reading
from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Charts, Paragraph
from include.report.pages.chart_layout import Chart
from include.report.pages.estimate_text import interval_line
from include.report.pages.series_chart import ChartSeries, Point, SeriesPanel, series_chart
from include.report.pages.wording import NO_BREAK, capitalised, count, enumerated, significant
from include.report.sections.frontier.ladders import Ladder, Line, Rung, ladders
from include.report.sections.frontier.tables import capacity_table, rate_table
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.verdicts.comparison.samples import FEWEST_PAIRS
from include.verdicts.held_rate import Limit

LIMITED_BY = {
    Limit.GENERATOR: "the generator could not offer",
    Limit.CORES: "limited by the shared cores",
    Limit.BROKERS: "limited by the brokers",
    Limit.CONSUMERS: "limited by the consumers",
    Limit.RECEIPTS: "limited by the brokers or the consumers",
}

TOO_FEW = f"fewer than {FEWEST_PAIRS} blocks have a valid cell of both treatments"

BESIDE = 1.02
"""The factor between the horizontal positions of two treatments at the same rate. Without this factor, the
intervals of the treatments would hide each other."""

MARGIN = 1.25
"""The factor by which the axis extends beyond the lowest and the highest rate."""

CAPTION = "Median end-to-end latency, ms, by rate; both axes logarithmic"

HOW_TO_READ = (
    "Markers are medians over the valid cells, and bars are their 95% intervals. Markers at the same rate "
    "are drawn side by side, so that all of them are visible. At an open marker, the rate is held in half of "
    "the valid cells at most. If a queue grows, the latency depends on how long a cell lasts."
)


def capacity_paragraph(ladder: Ladder) -> Paragraph:
    """A paragraph with the capacity interval and the main limit of each treatment.

    The main limit is the most frequent limit at the lowest rate that is above all held rates.
    """
    phrases = [f"{line.capacity} with {line.phrase}{_limit(line)}" for line in ladder.lines if line.capacity]
    return Paragraph(
        f"With messages of {ladder.context}, the highest rate that is held, in messages/s, is "
        f"{enumerated(phrases)}.",
        "Capacity",
    )


def _limit(line: Line) -> str:
    if line.above is None or line.limit is None:
        return ""
    words = LIMITED_BY[line.limit]
    if line.limit is Limit.GENERATOR:
        cost = line.above.cost
        has_commits = cost is not None and cost.treatment.traits.delivery.is_transactional
        words = f"{'between commits, ' * has_commits}{words} {count(line.above.rate)}"
    return f" ({words})"


def latency_paragraphs(ladders: Sequence[Ladder]) -> list[Paragraph]:
    """Paragraphs on each treatment's latency, then paragraphs on latencies that are not compared.

    The treatments of each ladder are in the reverse of their order in ``lines``.
    """
    paragraphs = [
        _differences(ladder, line, costs)
        for ladder in ladders
        for line in reversed(ladder.lines)
        if (costs := [cost for rung in line.rungs if (cost := rung.compared)])
    ]
    return [*paragraphs, *(Paragraph(text) for ladder in ladders for text in _left_out(ladder))]


def _differences(ladder: Ladder, line: Line, costs: Sequence[CostDifference]) -> Paragraph:
    """A paragraph on how much a treatment changes the latency at each compared rate."""
    changes = [
        f"{cost.in_words} at {count(cost.treatment.traits.pace.messages_per_second)}" for cost in costs
    ]
    return Paragraph(
        f"With messages of {ladder.context}: {line.phrase} changes the {costs[0].quantity.words} by "
        f"{enumerated(changes)} messages/s.",
        capitalised(_finding(costs)),
    )


def _finding(costs: Sequence[CostDifference]) -> str:
    """A phrase with the number of rates that show a difference: ``slower at 5 of the 6 compared rates``."""
    words, rates = WORDS[costs[0].quantity], len(costs)
    shown_words = [words.more if cost.is_more else words.less for cost in costs if cost.difference.differs]
    of_all = f"all {rates} compared rates" if rates > 1 else "the compared rate"
    parts = [
        f"{word} at {f'{number} of the {rates} compared rates' if number < rates else of_all}"
        for word in (words.more, words.less)
        if (number := shown_words.count(word))
    ]
    return enumerated(parts) if parts else f"no difference in {words.noun} shown at any of the compared rates"


def _left_out(ladder: Ladder) -> Iterator[str]:
    missed_rates = ladder.not_held_by_all
    if missed_rates:
        at_each = "At this rate" if len(missed_rates) == 1 else "At each of these rates"
        yield (
            f"With messages of {ladder.context}, no latencies are compared at {_rates(missed_rates)}. "
            f"{at_each}, a treatment missed the rate in half of its valid cells or more; latencies are "
            "compared only if every treatment missed it in at most a quarter of its cells."
        )
    for line in ladder.lines:
        refusals = [
            (rung.cost.not_compared or TOO_FEW, rung.rate)
            for rung in line.rungs
            if rung.cost and rung.rate not in missed_rates and not rung.compared
        ]
        for reason, rates in grouped(refusals, lambda pair: pair[0]).items():
            at = _rates([rate for _, rate in rates])
            yield f"{capitalised(line.phrase)} is not compared at {at}: {reason}."


def _rates(rates: Iterable[float]) -> str:
    return f"{enumerated([*map(count, rates)])}{NO_BREAK}messages/s"


def _build(run: MeasuredRun) -> ReportSection:
    all_ladders = ladders(run)
    costs = [cost for ladder in all_ladders for rung in ladder.rungs if (cost := rung.compared)]
    has_points = any(rung.latency for ladder in all_ladders for rung in ladder.rungs)
    return section(
        "frontier",
        "Capacity, and latency below it",
        capacity_table(all_ladders),
        rate_table(all_ladders),
        answer=[
            *map(capacity_paragraph, all_ladders),
            *latency_paragraphs(all_ladders),
            *reading(run, costs),
        ],
        evidence=[Charts([frontier_chart(all_ladders)], HOW_TO_READ)] if has_points else [],
    )


def frontier_chart(ladders: Sequence[Ladder]) -> Chart:
    """A chart with a panel for each ladder."""
    panels = [_panel(ladder, ladder.context if len(ladders) > 1 else "") for ladder in ladders]
    return series_chart("chart-frontier", CAPTION, panels, 380, "messages/s", ("x", "y"), shares_axis=False)


def _panel(ladder: Ladder, title: str) -> SeriesPanel:
    lines = [line for line in ladder.lines if any(rung.latency for rung in line.rungs)]
    series = []
    for number, line in enumerate(lines):
        beside = BESIDE ** (number - (len(lines) - 1) / 2)
        points = [point for rung in line.rungs for point in _points(line, rung, beside)]
        series.append(ChartSeries(line.name, line.look, points))
    ticks = {rate: count(rate) for rate in ladder.rates}
    return SeriesPanel(series, title, ticks, limits=(ladder.rates[0] / MARGIN, ladder.rates[-1] * MARGIN))


def _points(line: Line, rung: Rung, beside: float) -> list[Point]:
    latency = rung.latency
    if latency is None:
        return []
    title = (
        f"{line.name}, {count(rung.rate)} messages/s\n"
        f"median {significant(latency.median)} ms{interval_line(latency)}\n"
        f"held in {rung.held} of {len(rung.cells)} blocks"
    )
    return [Point(rung.rate * beside, latency.median, title, latency.ends, not rung.is_held)]


RECORD = SectionRecord("frontier", lambda run: bool(ladders(run)), _build, Question.COST)
