"""What a lineage says, in sentences that are only as strong as the intervals and change points allow."""

from include.history.change_points import FEWEST, POINTS_OF_NOISE, ChangePoint
from include.history.comparable_runs import Lineage
from include.history.series import Series
from include.rendering.estimate import Estimate
from include.rendering.number_format import NO_BREAK, interval, significant
from include.report.summary_text import Paragraph
from include.report.treatments import full_name

ONE_RUN = "There is one run; a history needs two."


def answer(lineage: Lineage, series: list[Series]) -> list[Paragraph]:
    """The cost of each exactly-once treatment; where none is known, the course of every treatment."""
    if not lineage.is_history:
        return [Paragraph(f"{ONE_RUN} Below is what {lineage.name(lineage.runs[0])} measured.")]
    costs = [one for one in series if one.is_cost and one.treatment.settings.is_transactional]
    followed = costs or [one for one in series if not one.is_cost]
    return [*(_course(lineage, one) for one in followed), Paragraph(changes_sentence(lineage, series))]


def _course(lineage: Lineage, series: Series) -> Paragraph:
    """From the first point to the newest, and the changes on the way."""
    first, last = min(series.points), max(series.points)
    then, now = series.points[first], series.points[last]
    told = f"{_figure(then, series.unit)} in {lineage.name(lineage.runs[first])}"
    if first != last:
        told += f", {_figure(now)} in {lineage.name(lineage.runs[last])}: {movement(then, now)}"
    steps = ", ".join(step(lineage, one) for one in series.changes)
    changed = f" Its level changed at {steps}." if steps else ""
    about = f"{_capital(series.quantity.words)} of {full_name(series.treatment)}"
    return Paragraph(f"{told}.{changed}", about)


def movement(then: Estimate, now: Estimate) -> str:
    """What two intervals allow to say of two medians."""
    if then.low is None or then.high is None or now.low is None or now.high is None:
        return "too few repetitions to tell whether it differs"
    if now.low > then.high:
        return "higher than at first"
    return "lower than at first" if now.high < then.low else "no difference is shown"


def step(lineage: Lineage, change: ChangePoint) -> str:
    """A change point in words."""
    where = lineage.name(lineage.runs[change.place])
    return f"{where} (from {significant(change.before)} to {significant(change.after)})"


def changes_sentence(lineage: Lineage, series: list[Series]) -> str:
    """How many series were looked through for change points, and in how many there are some."""
    long_enough = [one for one in series if not one.is_too_short]
    if not long_enough:
        return f"Too few runs for change points ({len(lineage.runs)}; {FEWEST} are needed)."
    changed = [one for one in long_enough if one.changes]
    if not changed:
        return f"Apache Otava found no change point in {len(long_enough)} series."
    found = sum(len(one.changes) for one in changed)
    by_chance = sum(len(one.points) for one in long_enough) / POINTS_OF_NOISE
    return (
        f"Apache Otava found {found} change point{'s' * (found > 1)} in {len(changed)} of {len(long_enough)} "
        f"series; noise alone would give about {significant(by_chance, 1)} in as many."
    )


def _figure(found: Estimate, unit: str = "") -> str:
    between = f" ({interval(found.low, found.high)})" if found.has_interval else ""
    return f"{significant(found.median)}{NO_BREAK if unit else ''}{unit}{between}"


def _capital(words: str) -> str:
    return words[0].upper() + words[1:]
