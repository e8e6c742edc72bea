"""The table of an arm's comparisons with the baseline."""

from math import isfinite

import numpy as np

from include.rendering.number_format import DASH, NO_BREAK, interval, percent, significant
from include.rendering.table import Column, Row, RowGroup, Table
from include.rendering.words import capitalised
from include.report.arm_comparisons import ArmComparison, baseline_arm, compare_arm
from include.report.measured_run import MeasuredRun
from include.report.treatments import semantics_look
from include.verdicts.regression import STARTS, detectable_share
from include.verdicts.trimmed_mean import Numbers

COLUMNS = (
    Column("Quantity", numeric=False),
    Column("Decision", numeric=False),
    Column("ratio to the baseline"),
    Column("95% interval"),
    Column("corrected"),
    Column("detectable difference"),
    Column("baseline"),
    Column("candidate"),
    Column("pairs"),
    Column("starts"),
)

NOTE = (
    "A ratio is that of two cells of the same block, in which the cells of all arms ran one after the other, "
    "in random order. The table has the trimmed geometric mean over the pairs, or over the means of the "
    "starts of the brokers where there are several; the columns of baseline and candidate have medians over "
    "the same pairs. The corrected intervals decide: with a probability of at least 95% all of this table "
    "contain the true ratio (Bonferroni). The detectable difference is the smallest true difference that "
    "nine of ten such runs show in this quantity."
)

ONE_START_NOTE = (
    "The brokers of each arm were started once. Two starts of the same brokers may differ for as long as "
    f"they run, which these intervals do not contain. {100 * STARTS:g}{NO_BREAK}% are allowed for that: an "
    "arm is worse or better only if its whole corrected interval is beyond. With several starts (`starts`), "
    "the intervals contain this variation."
)


def comparison_table(run: MeasuredRun, arm: str) -> Table:
    """A row for each quantity, below the combination of levels that it is of."""
    comparisons = compare_arm(run, arm)
    combinations = dict.fromkeys(one.of.treatment.combination for one in comparisons)
    groups = tuple(
        RowGroup(tuple(_row(one) for one in comparisons if one.of.treatment.combination == name), name)
        for name in combinations
    )
    arms, baseline = run.plan.experiment.arms, baseline_arm(run)
    caption = f"{capitalised(arm)} ({arms[arm]}) against {baseline} ({arms[baseline]})"
    notes = (NOTE, ONE_START_NOTE) if any(one.of.tolerance for one in comparisons) else (NOTE,)
    return Table(f"comparison-{arm}", caption, COLUMNS, groups, notes)


def _row(one: ArmComparison) -> Row:
    found, quantity, pairs = one.found, one.of.quantity, one.of.pairs
    detectable = detectable_share(found, one.of.tolerance)
    cells = (
        quantity.words,
        one.decision.value,
        significant(found.estimate),
        interval(found.low, found.high),
        interval(found.low_corrected, found.high_corrected),
        percent(detectable) if isfinite(detectable) else DASH,
        *(f"{_median(values)}{NO_BREAK}{quantity.unit}" for values in (pairs.reference, pairs.treatment)),
        str(found.pairs),
        str(found.starts),
    )
    return Row(cells, semantics_look(one.of.treatment))


def _median(values: Numbers) -> str:
    return significant(float(np.median(values)) if values.size else None)
