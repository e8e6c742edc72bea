"""What a group of comparable runs shows, in sentences that claim no more than intervals and change points."""

from include.history.change_points import FEWEST_POINTS, POINTS_PER_FALSE_ALARM, ChangePoint
from include.history.comparable_runs import ComparableRuns
from include.history.series import MetricSeries
from include.rendering.blocks import Paragraph
from include.rendering.estimate import Estimate
from include.rendering.number_format import NO_BREAK, interval, significant
from include.rendering.words import capitalised
from include.report.treatments.names import full_name

ONE_RUN = "A history needs two runs that can be compared; along releases, runs of two releases."


def answer(group: ComparableRuns, series: list[MetricSeries]) -> list[Paragraph]:
    """The cost of each exactly-once treatment; where no cost is known, the metrics of every treatment."""
    if not group.is_history:
        return [Paragraph(f"{ONE_RUN} Below is what was measured in run {group.runs[0].name}.")]
    costs = [
        metric_series
        for metric_series in series
        if metric_series.is_cost and metric_series.treatment.settings.is_transactional
    ]
    followed = costs or [metric_series for metric_series in series if not metric_series.is_cost]
    return [
        *(_from_first_to_last(group, metric_series) for metric_series in followed),
        Paragraph(change_sentence(group, series)),
    ]


def _from_first_to_last(group: ComparableRuns, series: MetricSeries) -> Paragraph:
    """The first point, the last point, and the changes between them."""
    first, last = min(series.points), max(series.points)
    first_point, last_point = series.points[first], series.points[last]
    text = f"{_figure(first_point, series.unit)} in {group.name(group.runs[first])}"
    if first != last:
        text += f", {_figure(last_point)} in {group.name(group.runs[last])}: "
        text += difference(first_point, last_point)
    changes = ", ".join(_change_text(group, change) for change in series.changes)
    changed = f" A change point is at {changes}." if changes else ""
    subject = f"{capitalised(series.quantity.words)} of {full_name(series.treatment)}"
    return Paragraph(f"{text}.{changed}", subject)


def difference(first: Estimate, last: Estimate) -> str:
    """What the intervals of two medians show about their difference."""
    if first.low is None or first.high is None or last.low is None or last.high is None:
        return "too few repetitions to tell whether they differ"
    if last.low > first.high:
        return "higher than at first, and the intervals do not overlap"
    is_lower = last.high < first.low
    return "lower than at first, and the intervals do not overlap" if is_lower else "no difference is shown"


def _change_text(group: ComparableRuns, change: ChangePoint) -> str:
    where = group.name(group.runs[change.index])
    return f"{where} (from {significant(change.before)} to {significant(change.after)})"


def change_sentence(group: ComparableRuns, series: list[MetricSeries]) -> str:
    """In how many series change points were looked for, and in how many there are some."""
    searched = [metric_series for metric_series in series if metric_series.is_searched]
    if not searched:
        return (
            f"No change points were looked for in these {len(group.runs)} runs: a series needs "
            f"{FEWEST_POINTS} points, all above zero."
        )
    changed = [metric_series for metric_series in searched if metric_series.changes]
    if not changed:
        return f"No change point was found in {len(searched)} series."
    number = sum(len(metric_series.changes) for metric_series in changed)
    by_chance = sum(len(metric_series.points) for metric_series in searched) / POINTS_PER_FALSE_ALARM
    return (
        f"{number} change point{'s were' if number > 1 else ' was'} found in {len(changed)} of "
        f"{len(searched)} series; in as many series of noise alone, about "
        f"{significant(by_chance, 1)} would be found."
    )


def _figure(point: Estimate, unit: str = "") -> str:
    between = f" ({interval(point.low, point.high)})" if point.has_interval else ""
    return f"{significant(point.median)}{NO_BREAK if unit else ''}{unit}{between}"
