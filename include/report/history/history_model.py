"""The history of an experiment as its templates show it.

The sentences about comparable runs claim only what intervals and change points show.
"""

from dataclasses import dataclass

from include.report.history.change_points import FEWEST_POINTS, POINTS_PER_FALSE_ALARM, ChangePoint
from include.report.history.charts import charts
from include.report.history.comparable_runs import Axis, ComparableRuns, RunGroups
from include.report.history.conditions import differences
from include.report.history.series import MetricSeries
from include.report.history.tables import change_table, figure_tables, left_out_table
from include.report.pages.blocks import (
    Charts,
    Facts,
    Folded,
    Paragraph,
    Section,
    shown,
)
from include.report.pages.wording import NO_BREAK, capitalised, interval, significant
from include.report.treatments.names import full_name
from include.verdicts.comparison.median_interval import Estimate

HOW_TO_READ_CHARTS = (
    "Markers are medians or, for a cost, differences or ratios. Bars are 95% intervals; charts with many "
    "points have no bars. A ring marks a change point."
)
NONE_LEFT_OUT = "None: every run of the folder is in this history."


@dataclass(frozen=True)
class History:
    """The content of the page of a history."""

    experiment: str
    axis: Axis
    sections: list[Section]


def build_history(experiment: str, run_groups: RunGroups, series: list[list[MetricSeries]]) -> History:
    """Build the history of an experiment; ``series`` has the series of each group of runs."""
    main = run_groups.groups[0]
    groups = enumerate(zip(run_groups.groups, series, strict=True), start=1)
    sections = [_group_section(number, group, main, group_series) for number, (group, group_series) in groups]
    left_out = shown(left_out_table(run_groups.left_out) or NONE_LEFT_OUT)
    return History(
        experiment=experiment,
        axis=main.axis,
        sections=[*sections, Section("left-out", "Left out", left_out), _method(main.axis)],
    )


def _group_section(
    number: int, group: ComparableRuns, main: ComparableRuns, series: list[MetricSeries]
) -> Section:
    prefix = f"lineage-{number}"
    first, last = group.runs[0], group.runs[-1]
    ends = f"{group.name(first)} to {group.name(last)}" if group.is_history else group.name(first)
    tables = [
        Folded(figure_table.caption, figure_table) for figure_table in figure_tables(group, series, prefix)
    ]
    conditions = Facts(list(group.conditions.items()))
    blocks = shown(
        *_departures(group, main),
        *answer(group, series),
        *(sentence for run in group.runs for sentence in run.accepted),
        Charts(charts(group, series, prefix), HOW_TO_READ_CHARTS),
        change_table(group, series, prefix),
        *tables,
        Folded(
            "Conditions that were the same in all these runs, as far as they were recorded",
            conditions,
            in_text=False,
        ),
    )
    return Section(prefix, ends if number == 1 else f"{ends}, under other conditions", blocks)


def _departures(group: ComparableRuns, main: ComparableRuns) -> list[Paragraph]:
    departures = "; ".join(differences(group.conditions, main.conditions))
    text = f"Not comparable with the first group of runs: {departures}."
    return [Paragraph(text, is_note=True)] if departures else []


def _method(axis: Axis) -> Section:
    newest = " If a release has several runs, only the newest run is shown." if axis is Axis.RELEASE else ""
    release = ", and the release" if axis is Axis.TIME else ""
    definitions = (
        (
            "A point",
            "The median of a metric over the valid cells of one run. With six or more valid cells, it has a "
            f"distribution-free 95% interval.{newest}",
        ),
        (
            "Cost",
            "The difference from the reference, or the ratio to the reference, from pairs of valid cells of "
            "the same run and block. The state of the machine during a block affects both cells of a pair. A "
            "cost needs at least six pairs; its 95% interval is based on Student's distribution.",
        ),
        (
            "Comparable",
            "A chart shows only runs whose experiment, settings, host, cluster, load programs and client "
            f"were the same{release}, as far as these were recorded.",
        ),
        (
            "First and newest",
            "The first and the newest run are said to differ if their 95% intervals do not overlap. In less "
            "than one of a hundred comparisons of equal runs, the intervals do not overlap because of the "
            "variation within the runs alone. Variation between starts of the brokers, or between hours, may "
            "make such cases more frequent. Costs should depend less on the hour than medians do, because "
            "both cells of a pair are measured in the same hour.",
        ),
        (
            "Change points",
            "The runs at which the level of a series changed, according to Welch's t-test between the points "
            "before and after the change. A change point does not say why the level changed.",
        ),
    )
    everything = (
        "Every point, and the relative size of each change, is in `history.csv` in the folder of this page."
    )
    blocks = shown(Facts(definitions, are_definitions=True), everything)
    return Section("method", "How to read this", blocks, in_text=False)


ONE_RUN = "A history needs two comparable runs; a history along releases needs runs of two releases."


def answer(group: ComparableRuns, series: list[MetricSeries]) -> list[Paragraph]:
    """The costs of exactly-once treatments; if no cost is known, the metrics of every treatment."""
    if not group.is_history:
        return [Paragraph(f"{ONE_RUN} Below are the measurements of run {group.runs[0].name}.")]
    costs = [
        metric_series
        for metric_series in series
        if metric_series.is_cost and metric_series.treatment.traits.delivery.is_transactional
    ]
    answer_series = costs or [metric_series for metric_series in series if not metric_series.is_cost]
    return [
        *(_from_first_to_last(group, metric_series) for metric_series in answer_series),
        Paragraph(change_sentence(group, series)),
    ]


def _from_first_to_last(group: ComparableRuns, series: MetricSeries) -> Paragraph:
    first, last = min(series.points), max(series.points)
    first_point, last_point = series.points[first], series.points[last]
    text = f"{_figure(first_point, series.unit)} in {group.name(group.runs[first])}"
    if first != last:
        text += f", {_figure(last_point)} in {group.name(group.runs[last])}: "
        text += difference(first_point, last_point)
    changes = ", ".join(_change_text(group, change) for change in series.changes)
    change_note = f" A change point is at {changes}." if changes else ""
    subject = f"{capitalised(series.quantity.words)} of {full_name(series.treatment)}"
    return Paragraph(f"{text}.{change_note}", subject)


def difference(first: Estimate, last: Estimate) -> str:
    """The difference between two medians, in words; it counts only if their intervals do not overlap."""
    if first.low is None or first.high is None or last.low is None or last.high is None:
        return "too few repetitions to tell whether these medians differ"
    if last.low > first.high:
        return "higher than at first, and the intervals do not overlap"
    is_lower = last.high < first.low
    return "lower than at first, and the intervals do not overlap" if is_lower else "no difference is shown"


def _change_text(group: ComparableRuns, change: ChangePoint) -> str:
    where = group.name(group.runs[change.index])
    return f"{where} (from {significant(change.before)} to {significant(change.after)})"


def change_sentence(group: ComparableRuns, series: list[MetricSeries]) -> str:
    """A sentence: how many series were searched for change points, and how many have change points."""
    searched = [metric_series for metric_series in series if metric_series.is_searched]
    if not searched:
        return (
            f"No change points were looked for in these {len(group.runs)} runs: a series needs "
            f"{FEWEST_POINTS} points, all above zero."
        )
    changed_series = [metric_series for metric_series in searched if metric_series.changes]
    if not changed_series:
        return f"No change point was found in {len(searched)} series."
    number = sum(len(metric_series.changes) for metric_series in changed_series)
    by_chance = sum(len(metric_series.points) for metric_series in searched) / POINTS_PER_FALSE_ALARM
    return (
        f"{number} change point{'s were' if number > 1 else ' was'} found in {len(changed_series)} of "
        f"{len(searched)} series; in the same number of series of pure noise, about "
        f"{significant(by_chance, 1)} would be found."
    )


def _figure(point: Estimate, unit: str = "") -> str:
    between = f" ({interval(point.low, point.high)})" if point.ends else ""
    return f"{significant(point.median)}{NO_BREAK if unit else ''}{unit}{between}"
