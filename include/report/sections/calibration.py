"""What this machine can tell apart: from arms that are equal, and arms that were slowed down on purpose."""

from collections.abc import Iterator
from statistics import median

from include.rendering.number_format import DASH, NO_BREAK, interval, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.run import Run
from include.report.sections.comparison import Pairs, arms, pairs
from include.verdicts.bounds import both_bounds
from include.verdicts.regression import ALPHA, FEWEST, STARTS, difference
from include.verdicts.statistical_power import ESTIMATORS, false_alarms, found, half_width, repetitions_needed

MOST = 40
"""Repetitions of a sweep that still ends within a night."""

GROUP = 10
"""Pairs that are compared by themselves, to see how often equal arms raise an alarm indeed."""

NARROWING = (6, 10, 20, 40)
"""Repetitions for which the width of the interval is shown."""

WHAT = Column("Quantity", numeric=False)


def is_calibration(run: Run) -> bool:
    """Whether the run has what it takes: an arm that equals the baseline, and one that was slowed down."""
    return bool(_equal(run)) and bool(_slowed(run))


def calibration_tables(run: Run) -> list[Table]:
    """False alarms, planted slow-downs, estimators, the width of intervals; none if it is no calibration."""
    if not is_calibration(run):
        return []
    equal = [one for arm in _equal(run) for one in _measured(run, arm)]
    return [_alarms(equal), _starts(run), _planted(run), _estimators(run, equal), _narrowing(equal)]


def calibration_sentences(run: Run) -> Iterator[str]:
    """What this machine can tell apart, and with how many repetitions; nothing if it is no calibration."""
    if not is_calibration(run):
        return
    for arm, percent in _slowed(run).items():
        yield _sentence(percent, _measured(run, arm))
    alarms, groups = _alarmed([one for arm in _equal(run) for one in _measured(run, arm)])
    low, high = both_bounds(alarms, groups)
    yield (
        f"Equal arms raised an alarm in {alarms} of {groups} comparisons of {GROUP} pairs "
        f"(95% interval {_percent(low)} to {_percent(high)})."
    )


def _sentence(percent: float, measured: list[Pairs]) -> str:
    needed = {one.name: repetitions_needed(one.baseline, one.ours) for one in measured}
    within = {name: number for name, number in needed.items() if number is not None and number <= MOST}
    what = f"Brokers that stand still for {percent:g}{NO_BREAK}% of the time"
    if not within:
        return f"{what} are not found nine times in ten with {MOST} repetitions, by any quantity."
    best = min(within, key=lambda name: within[name])
    return (
        f"{what} are found nine times in ten with {within[best]} repetitions, by {best}; with {MOST} at most "
        f"by {len(within)} of {len(needed)} quantities."
    )


def _measured(run: Run, arm: str) -> list[Pairs]:
    """Of which there are pairs enough to say something."""
    return [one for one in pairs(run, arm) if one.baseline.size >= FEWEST]


def _equal(run: Run) -> list[str]:
    """The arms that are the baseline under another name."""
    said = run.plan.experiment.arms
    first, others = arms(run)
    return [name for name in others if said[name] == said[first]]


def _started_anew(run: Run) -> list[str]:
    """The arms that are the baseline on brokers of their own."""
    said = run.plan.experiment.arms
    first, others = arms(run)
    anew = said[first].model_copy(update={"own_brokers": True})
    return [name for name in others if said[name] == anew]


def _slowed(run: Run) -> dict[str, float]:
    """The arms that were slowed down, and by how many percent."""
    said = run.plan.experiment.arms
    return {name: said[name].slowed for name in arms(run)[1] if said[name].slowed}


def _alarms(equal: list[Pairs]) -> Table:
    columns = (
        WHAT,
        Column("ratio"),
        Column("95% interval"),
        Column(f"alarms in {GROUP}s of pairs"),
        Column(f"false alarms, {GROUP} pairs"),
        Column(f"false alarms, {MOST} pairs"),
    )
    notes = (
        f"The same treatment under two names, on the same brokers. Groups of {GROUP} pairs, one after "
        "another, are compared as a run of their own would be. False alarms: pairs drawn again and again, in "
        f"each of which the names are given by chance; {100 * ALPHA:g}% is what the test is made for.",
    )
    return plain_table("calibration-alarms", "Equal arms", columns, map(_alarm_row, equal), notes)


def _starts(run: Run) -> Table:
    columns = (WHAT, Column("ratio"), Column("95% interval"), Column("pairs"))
    rows = []
    for one in (one for arm in _started_anew(run) for one in _measured(run, arm)):
        whole = difference(one.baseline, one.ours)
        bounds = interval(whole.low, whole.high)
        rows.append(Row((one.name, significant(whole.ratio), bounds, str(whole.n))))
    notes = (
        "The same treatment on two sets of brokers that are the same, started one after the other: what "
        "differs between two starts, which more repetitions don't take away. Candidates on brokers of their "
        f"own are worse or better only beyond {100 * STARTS:g}{NO_BREAK}%.",
    )
    return plain_table("calibration-starts", "Two starts of the same brokers", columns, rows, notes)


def _alarm_row(one: Pairs) -> Row:
    whole = difference(one.baseline, one.ours)
    alarms, groups = _alarmed([one])
    shares = [_percent(false_alarms(one.baseline, one.ours, n)) for n in (GROUP, MOST)]
    return Row(
        (
            one.name,
            significant(whole.ratio),
            interval(whole.low, whole.high),
            f"{alarms} of {groups}",
            *shares,
        )
    )


def _alarmed(equal: list[Pairs]) -> tuple[int, int]:
    """How many groups of pairs raise an alarm by themselves, and how many there are."""
    values = [
        difference(one.baseline[start : start + GROUP], one.ours[start : start + GROUP]).p_value
        for one in equal
        for start in range(0, one.baseline.size - GROUP + 1, GROUP)
    ]
    return sum(value is not None and value <= ALPHA for value in values), len(values)


def _planted(run: Run) -> Table:
    columns = (
        WHAT,
        Column("stood still, asked"),
        Column("achieved"),
        Column("ratio"),
        Column("95% interval"),
        Column(f"found with {MOST} repetitions"),
        Column("repetitions for 9 in 10"),
    )
    rows = [
        _planted_row(run, one, percent)
        for arm, percent in _slowed(run).items()
        for one in _measured(run, arm)
    ]
    notes = (
        "Brokers were made to stand still for a share of the time, twenty times a second, all at once: "
        "what they are slower by is for the ratio to show. The rest is from pairs drawn again and again.",
    )
    return plain_table("calibration-planted", "Planted slow-downs", columns, rows, notes)


def _planted_row(run: Run, one: Pairs, percent: float) -> Row:
    whole = difference(one.baseline, one.ours)
    needed = repetitions_needed(one.baseline, one.ours)
    return Row(
        (
            one.name,
            f"{percent:g}{NO_BREAK}%",
            f"{significant(_held(run, one))}{NO_BREAK}%",
            significant(whole.ratio),
            interval(whole.low, whole.high),
            _percent(found(one.baseline, one.ours, MOST)),
            str(needed) if needed else "more than 200",
        )
    )


def _held(run: Run, one: Pairs) -> float:
    """Percent of the time that the brokers stood still indeed: the median over the treatment's cells."""
    cells = run.cells_of(one.treatment.id)
    return median(run.manifests[cell].machine.brokers_held_percent for cell in cells)


def _estimators(run: Run, equal: list[Pairs]) -> Table:
    """How each would have done, on the middle one of the slow-downs."""
    slowed = _slowed(run)
    middle = sorted(slowed, key=lambda arm: slowed[arm])[len(slowed) // 2]
    alike = {one.name: one for one in equal}
    rows = [
        Row((one.name, *(_tried(one, alike.get(one.name), name) for name in ESTIMATORS)))
        for one in _measured(run, middle)
    ]
    columns = (WHAT, *(Column(name) for name in ESTIMATORS))
    notes = (
        f"Repetitions for nine in ten of the slow-down of {slowed[middle]:g}{NO_BREAK}%, and in brackets the "
        f"false alarms of {GROUP} pairs.",
    )
    return plain_table("calibration-estimators", "Estimators to choose from", columns, rows, notes)


def _tried(one: Pairs, equal: Pairs | None, estimator: str) -> str:
    test = ESTIMATORS[estimator]
    needed = repetitions_needed(one.baseline, one.ours, test)
    alarms = _percent(false_alarms(equal.baseline, equal.ours, GROUP, test)) if equal else DASH
    return f"{needed or '> 200'} ({alarms})"


def _narrowing(equal: list[Pairs]) -> Table:
    columns = (WHAT, *(Column(f"{n} repetitions") for n in NARROWING))
    rows = [
        Row((one.name, *(f"± {_percent(half_width(one.baseline, one.ours, n))}" for n in NARROWING)))
        for one in equal
    ]
    notes = (
        "Half of the 95% interval of the ratio of equal arms: the median over pairs drawn again and again.",
    )
    return plain_table("calibration-narrowing", "How the interval narrows", columns, rows, notes)


def _percent(share: float) -> str:
    return f"{significant(100 * share, 2)}{NO_BREAK}%"
