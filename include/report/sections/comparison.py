"""The arms of a run, each compared with the baseline."""

from operator import attrgetter

import numpy as np

from include.kinds.grouping import grouped
from include.report.arms.comparisons import ArmComparison, baseline_arm, candidate_arms, compare_arm
from include.report.arms.findings import arm_sentences
from include.report.measured_run import MeasuredRun
from include.report.pages.table import ItemColumn, Table, grouped_table, number, words
from include.report.pages.wording import NO_BREAK, capitalised, percent, significant
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.report.treatments.names import semantics_look
from include.report.treatments.paired_comparisons import difference_columns
from include.verdicts.comparison.decide import STARTS
from include.verdicts.comparison.hodges_lehmann import Numbers

NOTE = (
    "A ratio compares two cells of the same block, in which the cells of all arms ran one after the other in "
    "random order. The table shows the Hodges-Lehmann estimate over the pairs. With several starts of the "
    "brokers, the mean of each start is used instead of its pairs. The columns of baseline and candidate "
    "show medians over the same pairs. The corrected intervals decide: with a probability of at least 95%, "
    "all corrected intervals of all candidates contain the true ratios (Bonferroni). The detectable "
    "difference is the smallest true difference that nine of ten such runs show in this quantity."
)

ONE_START_NOTE = (
    "The brokers of each arm were started once. Two starts of the same brokers may differ, and such a "
    "difference lasts for as long as the brokers run; the intervals do not include this variation. A "
    f"tolerance of {100 * STARTS:g}{NO_BREAK}% allows for it: an arm is worse or better only if its whole "
    "corrected interval is outside the tolerance. With several starts (`starts`), the intervals include the "
    "variation."
)


def _build(run: MeasuredRun) -> ReportSection:
    arms = candidate_arms(run)
    answer = (sentence for arm in arms for sentence in arm_sentences(run, arm))
    return section("comparison", "Comparison", *(comparison_table(run, arm) for arm in arms), answer=answer)


COLUMNS: tuple[ItemColumn[ArmComparison], ...] = (
    words("Quantity", lambda item: item.of.quantity.words),
    words("Decision", lambda item: item.decision.value),
    *difference_columns(attrgetter("difference"), "ratio to the baseline"),
    number("detectable difference", lambda item: percent(item.detectable)),
    number("baseline", lambda item: _median(item, item.of.pairs.reference)),
    number("candidate", lambda item: _median(item, item.of.pairs.treatment)),
    number("pairs", lambda item: str(item.difference.pairs)),
    number("starts", lambda item: str(item.difference.starts)),
)


def comparison_table(run: MeasuredRun, arm: str) -> Table:
    """A table with a row for each quantity, grouped by combination of levels."""
    comparisons = compare_arm(run, arm)
    arms, baseline = run.plan.experiment.arms, baseline_arm(run)
    return grouped_table(
        f"comparison-{arm}",
        f"{capitalised(arm)} ({arms[arm]}) against {baseline} ({arms[baseline]})",
        COLUMNS,
        grouped(comparisons, lambda item: item.of.treatment.combination).items(),
        (NOTE, ONE_START_NOTE) if any(item.of.tolerance for item in comparisons) else (NOTE,),
        lambda item: semantics_look(item.of.treatment),
    )


def _median(comparison: ArmComparison, values: Numbers) -> str:
    median = significant(float(np.median(values)) if values.size else None)
    return f"{median}{NO_BREAK}{comparison.of.quantity.unit}"


RECORD = SectionRecord("comparison", lambda run: bool(candidate_arms(run)), _build, Question.ARMS)
