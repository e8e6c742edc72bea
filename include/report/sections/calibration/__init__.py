"""The differences that this machine can detect, found with equal arms and arms that differ on purpose."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from operator import attrgetter

import numpy as np

from include.rendering.table import ItemColumn, Table, number, table_of, words
from include.rendering.wording import DASH, capitalised, enumerated, percent, significant
from include.report.arms.comparisons import ArmComparison, ArmPairs, compare_pairs
from include.report.cell_order_effects import corrected_level, quantities_by_order
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibration_arms import (
    DIFFERENCE,
    GROUP_STARTS,
    NeededOfQuantity,
    equal_arms,
    equal_comparisons,
    equal_restarted_arms,
    interval_text,
    needed_numbers,
    needed_of,
    number_text,
    planted_arms,
    planted_pairs,
    restarted_arms,
    seconds_of_pair,
    seconds_of_start,
)
from include.report.sections.section import Question, ReportSection, SectionRecord, section
from include.report.treatments.paired_comparisons import difference_columns
from include.verdicts.pairs import ALPHA, FEWEST_PAIRS
from include.verdicts.statistical_power import DRAWS, MOST, Needed, shares_found

EQUAL_NOTE = (
    "The pairs are divided into groups, and each group is compared separately. For two arms on the same "
    f"brokers, a group has {FEWEST_PAIRS} pairs or a few more, from as many starts as possible. For two arms "
    f"on different brokers, a group has the pairs of {GROUP_STARTS} successive starts or a few more. No pair "
    "is in two groups of the same arms, and no parameter of the method was fitted to the pairs. All "
    "quantities of a group come from the same cells: if one quantity differs by chance, other quantities "
    "often differ too. With a probability of at least 95%, all corrected intervals of this table contain the "
    "true ratio."
)

NEEDED_NOTE = (
    "The number estimates how many starts a run needs to detect a true difference of "
    f"{percent(DIFFERENCE - 1)} in nine of ten such runs, if all quantities of an arm are decided together. "
    "If the brokers were started once, it is a number of pairs. The interval of the number follows from the "
    "interval of the standard deviation of the starts' means (Bonett). Both are estimated from the same few "
    "starts. If the standard deviation of the pairs within a start alone implies a larger standard deviation "
    "of these means, the number is probably too small. All standard deviations are those of logarithms of "
    "ratios."
)

PLANTED_NOTE = (
    "“Found” means that the corrected interval over all starts excludes 1. The number for 9 in 10 assumes "
    f"that the true ratio equals the measured ratio. The last column is the share of {DRAWS:,} resampled "
    "runs that find the difference. Each of these runs has this number of starts (or pairs), which are drawn "
    "from the measured ones for all quantities of the arm at once."
)

OfPairs = ArmComparison | NeededOfQuantity

ARM: ItemColumn[OfPairs] = words("Arm", lambda item: item.of.treatment.arm)
REFERENCE: ItemColumn[OfPairs] = words("Beside", lambda item: item.of.reference)
QUANTITY: ItemColumn[OfPairs] = words("Quantity", lambda item: item.of.name)
RATIO_COLUMNS: list[ItemColumn[ArmComparison]] = difference_columns(attrgetter("difference"))
RATIO, INTERVAL, CORRECTED = RATIO_COLUMNS

EQUAL_COLUMNS: tuple[ItemColumn[ArmComparison], ...] = (
    ARM,
    REFERENCE,
    QUANTITY,
    number("pairs", lambda item: str(item.difference.pairs)),
    number("starts", lambda item: str(item.difference.starts)),
    RATIO,
    number("95% interval", lambda item: f"{INTERVAL[1](item)}{' *' if item.differs_alone else ''}"),
    CORRECTED,
)

DEVIATION, NUMBERS = "Standard deviation", f"Starts or pairs for {percent(DIFFERENCE - 1)}"

NEEDED_COLUMNS: tuple[ItemColumn[NeededOfQuantity], ...] = (
    ARM,
    QUANTITY,
    number("between starts", lambda item: percent(getattr(item.variation, "between", None)), DEVIATION),
    number("of pairs of a start", lambda item: percent(getattr(item.variation, "within", None)), DEVIATION),
    number("pairs of a start", lambda item: significant(item.pairs_of_start)),
    number("number", lambda item: number_text(item.needed.number), NUMBERS),
    number("95% interval", lambda item: interval_text(item.needed), NUMBERS),
)


def calibration_sentences(run: MeasuredRun) -> Iterator[str]:
    """Yield sentences on equal arms, the needed starts or pairs, planted differences, and the cell order."""
    yield _equal_sentence(run)
    if best := _easiest(run):
        yield _needed_sentence(best)
        for arm in planted_arms(run):
            yield _planted_sentence(run, arm, best)
    yield from _order_sentence(run)


def _equal_sentence(run: MeasuredRun) -> str:
    comparisons = equal_comparisons(run)
    alone = sum(comparison.differs_alone for comparison in comparisons)
    corrected = sum(bool(comparison.difference.differs) for comparison in comparisons)
    expected_number = significant(ALPHA * len(comparisons), 2)
    return (
        f"Of {len(comparisons)} comparisons of equal arms, {alone} differed before correction "
        f"({expected_number} are expected by chance), and {corrected or 'none'} differed after correction."
    )


def _easiest(run: MeasuredRun) -> NeededOfQuantity | None:
    """The quantity in which the fewest starts are needed to detect a difference.

    In an experiment with one start, pairs are counted instead of starts. A difference of 10 % must be
    detected in nine of ten runs. With several starts, only restarted arms are considered: their brokers are
    started separately from the baseline's brokers, as brokers of another release would be. None if no
    quantity of these arms has enough pairs.
    """
    arms = restarted_arms(run) if run.plan.experiment.starts > 1 else equal_arms(run)
    numbers = [needed_number for arm in arms for needed_number in needed_numbers(run, arm)]
    return min(numbers, key=lambda number: number.needed.number or float("inf"), default=None)


def _needed_sentence(best: NeededOfQuantity) -> str:
    unit, between = "pairs on one start", "arms on the same brokers"
    if best.has_starts:
        unit, between = f"starts of {significant(best.pairs_of_start)} pairs", "two starts of the brokers"
    return (
        f"To detect a difference of {percent(DIFFERENCE - 1)} between {between} in nine of ten runs, a run "
        f"needs {number_text(best.needed.number)} {unit} (95% interval {interval_text(best.needed)}) in "
        f"{best.of.name}, the quantity that needs the fewest. This applies if all quantities of an arm are "
        "decided together."
    )


def _planted_sentence(run: MeasuredRun, arm: str, best: NeededOfQuantity) -> str:
    """Sentences on whether a planted difference is found.

    The first sentence is based on all pairs. The second sentence is based on the number of starts or pairs
    that ``best`` needs, counted from the first.
    """
    all_pairs, equal_arm = planted_pairs(run, arm), equal_arms(run)[0]
    sizes = [
        f"{comparison.of.name} ({significant(comparison.difference.estimate or 1)} times)"
        for comparison in compare_pairs(all_pairs)
        if comparison.difference.differs
    ]
    result = (
        f"differs from {equal_arm} in {enumerated(sizes)}"
        if sizes
        else (f"was not found to differ from {equal_arm} in any quantity")
    )
    arm_text = f"{capitalised(arm)} ({run.plan.experiment.arms[arm]})"
    return f"{arm_text} {result}. {_found_by_named_number(all_pairs, best)}"


def _order_sentence(run: MeasuredRun) -> Iterator[str]:
    """Yield a sentence if tests show no effect of the order of the cells.

    If the order has an effect, the section ``order_effects`` shows it.
    """
    quantities = quantities_by_order(run)
    level = corrected_level(quantities)
    effects = [effect for quantity in quantities for effect in quantity.effects]
    if effects and all(effect.p_value > level for effect in effects):
        yield (
            "No quantity was shown to depend on the position of a cell in its block or on the treatment of "
            f"the previous cell ({len(effects)} tests, corrected)."
        )


def _found_by_named_number(all_pairs: Sequence[ArmPairs], best: NeededOfQuantity) -> str:
    """A sentence on the quantities in which the needed starts or pairs show the planted difference.

    Only the first starts or pairs are compared: as many as the quantity ``best`` needs. The comparisons are
    corrected for the number of the arm's quantities.
    """
    number, unit = best.needed.number, best.unit
    if number is None:
        return f"To detect {percent(DIFFERENCE - 1)}, more than {MOST} {unit} would be needed."
    if number > max((np.unique(_members(pairs, best)).size for pairs in all_pairs), default=0):
        return f"The run has fewer than {number} {unit}{_advice(all_pairs, best, number)}."
    first = [replace(pairs, pairs=pairs.pairs.only(_members(pairs, best) < number)) for pairs in all_pairs]
    by = [comparison.of.name for comparison in compare_pairs(first) if comparison.difference.differs]
    if by:
        return f"With the first {number} {unit} alone, the difference is found in {enumerated(by)}."
    return f"With the first {number} {unit} alone, the difference is not found."


def _members(pairs: ArmPairs, best: NeededOfQuantity) -> np.ndarray:
    """For each pair, the index of its start; if ``best`` counts no starts, the index of the pair itself."""
    if best.has_starts:
        return np.asarray(np.unique(pairs.pairs.comparable_starts, return_inverse=True)[1])
    return np.arange(pairs.pairs.compared.size)


def _advice(all_pairs: Sequence[ArmPairs], best: NeededOfQuantity, number: int) -> str:
    """A hint on how to get ``number`` starts or pairs.

    If ``all_pairs`` is not empty, the hint also gives the share of resampled runs that show the difference.
    """
    options = f"REPETITIONS={number}"
    if best.has_starts:
        options = f"STARTS={number} REPETITIONS={ceil(number * best.pairs_of_start)}"
    if not all_pairs:
        return f" (a run with {options} has enough)"
    share = max(shares_found([pairs.pairs.independent for pairs in all_pairs], number))
    return (
        f" (a run with {options} has enough). In the quantity that shows the difference most often, "
        f"{percent(share)} of {DRAWS:,} runs show it; each of these runs has {number} {best.unit} drawn from "
        "this run"
    )


def _build(run: MeasuredRun) -> ReportSection:
    answer = calibration_sentences(run)
    return section("calibration", "Calibration", *calibration_tables(run), answer=answer)


def calibration_tables(run: MeasuredRun) -> list[Table]:
    """All tables of a calibration."""
    equal_notes = [EQUAL_NOTE, "* The interval excludes 1."]
    arms = [*equal_arms(run), *restarted_arms(run)]
    needs = [needed_number for arm in arms for needed_number in needed_numbers(run, arm)]
    planted_differences = [
        difference for arm in planted_arms(run) for difference in _planted(planted_pairs(run, arm))
    ]
    return [
        table_of("calibration-equal", "Equal arms", EQUAL_COLUMNS, equal_comparisons(run), equal_notes),
        table_of(
            "calibration-needed",
            "Starts or pairs needed to detect a difference of a tenth",
            [*NEEDED_COLUMNS, number("best pairs of a start", lambda item: _best_pairs(run, item))],
            needs,
            [NEEDED_NOTE],
        ),
        table_of(
            "calibration-planted", "Planted differences", PLANTED_COLUMNS, planted_differences, [PLANTED_NOTE]
        ),
    ]


def _best_pairs(run: MeasuredRun, need: NeededOfQuantity) -> str:
    seconds, variation = seconds_of_start(run), need.variation
    best = variation.best_pairs(seconds, seconds_of_pair(run)) if variation and seconds else None
    return str(best) if best else DASH


@dataclass(frozen=True)
class PlantedDifference(ArmComparison):
    """The measured size of a planted difference, and the number of starts or pairs needed to detect it."""

    needed: Needed
    share: float | None
    """The share of resampled runs that find the difference, if each has the needed number of starts or pairs.
    None if the needed number is above ``MOST``."""


def _planted(all_pairs: list[ArmPairs]) -> Iterator[PlantedDifference]:
    independent_values = [pairs.pairs.independent for pairs in all_pairs]
    for place, comparison in enumerate(compare_pairs(all_pairs)):
        need = needed_of(comparison.of.pairs, float(independent_values[place].mean()), len(all_pairs))
        share = float(shares_found(independent_values, need.number)[place]) if need.number else None
        yield PlantedDifference(comparison.of, comparison.difference, comparison.decision, need, share)


PLANTED_COLUMNS: tuple[ItemColumn[PlantedDifference], ...] = (
    ARM,
    REFERENCE,
    QUANTITY,
    *RATIO_COLUMNS,
    words("found", lambda item: "yes" if item.difference.differs else "no"),
    number("number for 9 in 10", lambda item: number_text(item.needed.number)),
    number("95% interval", lambda item: interval_text(item.needed)),
    number("share of resampled runs", lambda item: percent(item.share)),
)


def applies(run: MeasuredRun) -> bool:
    """Whether the run has an equal arm, and also a planted arm or an arm that equals a restarted arm."""
    return bool(equal_arms(run)) and bool({*planted_arms(run), *equal_restarted_arms(run)})


RECORD = SectionRecord("calibration", applies, _build, Question.ARMS)
