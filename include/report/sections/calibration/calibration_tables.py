"""False alarms, planted slow-downs, estimators and the width of intervals."""

from statistics import median

from include.rendering.number_format import DASH, NO_BREAK, interval, percent, significant
from include.rendering.table import Column, Row, Table, plain_table
from include.report.arm_comparisons import PairedValues
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibrated_arms import (
    GROUP,
    MOST_REPETITIONS,
    alarms_in_groups,
    equal_arms,
    measured_pairs,
    restarted_arms,
    slowed_arms,
)
from include.verdicts.regression import ALPHA, STARTS, difference
from include.verdicts.statistical_power import ESTIMATORS, false_alarms, found, half_width, repetitions_needed

WIDTH_REPETITIONS = (6, 10, 20, 40)
"""Repetitions for which the width of the interval is shown."""

QUANTITY = Column("Quantity", numeric=False)


def calibration_tables(run: MeasuredRun) -> list[Table]:
    """All tables of a calibration."""
    equal = measured_pairs(run, equal_arms(run))
    return [
        _alarm_table(equal),
        _start_table(run),
        _slowed_table(run),
        _estimator_table(run, equal),
        _width_table(equal),
    ]


def _alarm_table(equal: list[PairedValues]) -> Table:
    columns = (
        QUANTITY,
        Column("ratio"),
        Column("95% interval"),
        Column(f"alarms in groups of {GROUP} pairs"),
        Column(f"false alarms, {GROUP} pairs"),
        Column(f"false alarms, {MOST_REPETITIONS} pairs"),
    )
    note = (
        f"The same treatment under two names, on the same brokers. Groups of {GROUP} consecutive pairs are "
        "compared as a run of their own would be. False alarms: from pairs that are drawn repeatedly, in "
        f"each of which the names are assigned by chance; the test is made for {100 * ALPHA:g}%."
    )
    return plain_table("calibration-alarms", "Equal arms", columns, map(_alarm_row, equal), [note])


def _alarm_row(one: PairedValues) -> Row:
    whole = difference(one.baseline, one.candidate)
    alarms, groups = alarms_in_groups([one])
    shares = [percent(false_alarms(one.baseline, one.candidate, n)) for n in (GROUP, MOST_REPETITIONS)]
    bounds = interval(whole.low, whole.high)
    return Row((one.name, significant(whole.ratio), bounds, f"{alarms} of {groups}", *shares))


def _start_table(run: MeasuredRun) -> Table:
    columns = (QUANTITY, Column("ratio"), Column("95% interval"), Column("pairs"))
    note = (
        "The same treatment on two equal sets of brokers, started one after the other. The ratio shows how "
        "two starts differ, which more repetitions do not average out. Candidates on brokers of their own "
        f"are worse or better only beyond {100 * STARTS:g}{NO_BREAK}%."
    )
    rows = map(_start_row, measured_pairs(run, restarted_arms(run)))
    return plain_table("calibration-starts", "Two starts of the same brokers", columns, rows, [note])


def _start_row(one: PairedValues) -> Row:
    whole = difference(one.baseline, one.candidate)
    return Row((one.name, significant(whole.ratio), interval(whole.low, whole.high), str(whole.n)))


def _slowed_table(run: MeasuredRun) -> Table:
    columns = (
        QUANTITY,
        Column("paused, requested"),
        Column("paused, achieved"),
        Column("ratio"),
        Column("95% interval"),
        Column(f"detected with {MOST_REPETITIONS} repetitions"),
        Column("repetitions for 9 in 10"),
    )
    rows = [
        _slowed_row(run, one, slowed_percent)
        for arm, slowed_percent in slowed_arms(run).items()
        for one in measured_pairs(run, [arm])
    ]
    note = (
        "All brokers were paused together twenty times a second, for a share of the time. The ratio shows by "
        "how much this slowed them. The last two columns are from pairs that are drawn repeatedly."
    )
    return plain_table("calibration-planted", "Planted slow-downs", columns, rows, [note])


def _slowed_row(run: MeasuredRun, one: PairedValues, slowed_percent: float) -> Row:
    whole = difference(one.baseline, one.candidate)
    needed = repetitions_needed(one.baseline, one.candidate)
    return Row(
        (
            one.name,
            f"{slowed_percent:g}{NO_BREAK}%",
            f"{significant(_achieved_percent(run, one))}{NO_BREAK}%",
            significant(whole.ratio),
            interval(whole.low, whole.high),
            percent(found(one.baseline, one.candidate, MOST_REPETITIONS)),
            str(needed) if needed else "more than 200",
        )
    )


def _achieved_percent(run: MeasuredRun, pairs: PairedValues) -> float:
    """The percentage of the time for which the brokers were paused: the median over the treatment's cells."""
    return median(one.machine.brokers_held_percent for one in run.manifests_of(pairs.treatment.id))


def _estimator_table(run: MeasuredRun, equal: list[PairedValues]) -> Table:
    """How each estimator would have done for the middle one of the slow-downs."""
    slowed = slowed_arms(run)
    middle = sorted(slowed, key=lambda arm: slowed[arm])[len(slowed) // 2]
    equal_by_name = {one.name: one for one in equal}
    rows = [
        Row((one.name, *(_estimator_cell(one, equal_by_name.get(one.name), name) for name in ESTIMATORS)))
        for one in measured_pairs(run, [middle])
    ]
    columns = (QUANTITY, *(Column(name) for name in ESTIMATORS))
    note = (
        f"Repetitions that detect the slow-down of {slowed[middle]:g}{NO_BREAK}% in nine of ten runs; in "
        f"brackets the false alarms of {GROUP} pairs."
    )
    return plain_table("calibration-estimators", "Estimators to choose from", columns, rows, [note])


def _estimator_cell(one: PairedValues, equal: PairedValues | None, estimator: str) -> str:
    test = ESTIMATORS[estimator]
    needed = repetitions_needed(one.baseline, one.candidate, test)
    alarms = percent(false_alarms(equal.baseline, equal.candidate, GROUP, test)) if equal else DASH
    return f"{needed or '> 200'} ({alarms})"


def _width_table(equal: list[PairedValues]) -> Table:
    columns = (QUANTITY, *(Column(f"{n} repetitions") for n in WIDTH_REPETITIONS))
    rows = [
        Row(
            (
                one.name,
                *(f"± {percent(half_width(one.baseline, one.candidate, n))}" for n in WIDTH_REPETITIONS),
            )
        )
        for one in equal
    ]
    note = (
        "Half of the width of the 95% interval of the ratio of equal arms: the median over pairs that are "
        "drawn repeatedly."
    )
    return plain_table("calibration-narrowing", "How the interval narrows", columns, rows, [note])
