"""The table of an arm's comparisons with the baseline."""

import numpy as np

from include.rendering.number_format import DASH, NO_BREAK, interval, percent, significant
from include.rendering.table import Column, Group, Row, Table
from include.rendering.words import capitalised
from include.report.arm_comparisons import (
    ArmComparison,
    baseline_arm,
    compare_arm,
    tolerated_difference,
)
from include.report.measured_run import MeasuredRun
from include.report.treatments import semantics_look
from include.verdicts.regression import STARTS
from include.verdicts.trimmed_mean import Numbers

COLUMNS = (
    Column("Quantity", numeric=False),
    Column("Decision", numeric=False),
    Column("ratio to the baseline"),
    Column("95% interval"),
    Column("detectable difference"),
    Column("baseline"),
    Column("candidate"),
    Column("pairs"),
)

NOTE = (
    "A ratio is that of two cells that ran one after the other, in random order; the table has the trimmed "
    "mean over the pairs. Each interval stands for itself. The decisions are corrected for the number of "
    "comparisons: where nothing differs, one run in twenty raises an alarm. The detectable difference is the "
    "smallest difference that so many pairs show in nine of ten runs."
)

STARTS_NOTE = (
    f"The arms have brokers of their own. Two starts of the same brokers may differ by {100 * STARTS:g}"
    f"{NO_BREAK}% for as long as they run, so that an arm is worse or better only if it differs by more."
)


def comparison_table(run: MeasuredRun, arm: str) -> Table:
    """A row for each quantity, below the combination of levels that it is of."""
    comparisons = compare_arm(run, arm)
    combinations = dict.fromkeys(one.pairs.treatment.combination for one in comparisons)
    groups = tuple(
        Group(tuple(_row(one) for one in comparisons if one.pairs.treatment.combination == name), name)
        for name in combinations
    )
    arms, baseline = run.plan.experiment.arms, baseline_arm(run)
    caption = f"{capitalised(arm)} ({arms[arm]}) against {baseline} ({arms[baseline]})"
    notes = (NOTE, STARTS_NOTE) if tolerated_difference(run, arm) else (NOTE,)
    return Table(f"comparison-{arm}", caption, COLUMNS, groups, notes)


def _row(one: ArmComparison) -> Row:
    found, quantity = one.difference, one.pairs.quantity
    cells = (
        quantity.words,
        one.decision.value,
        significant(found.ratio),
        interval(found.low, found.high),
        percent(found.smallest) if found.smallest is not None else DASH,
        *(
            f"{_median(values)}{NO_BREAK}{quantity.unit}"
            for values in (one.pairs.baseline, one.pairs.candidate)
        ),
        str(found.n),
    )
    return Row(cells, semantics_look(one.pairs.treatment))


def _median(values: Numbers) -> str:
    return significant(float(np.median(values)) if values.size else None)
