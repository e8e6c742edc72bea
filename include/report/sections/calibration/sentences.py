"""How often equal arms differ, what it takes to detect a tenth, and whether planted differences are found."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from include.rendering.number_format import percent, significant
from include.rendering.words import capitalised, enumerated
from include.report.arms.comparisons import ArmPairs, compare_pairs
from include.report.cell_order import corrected_level, quantities_by_order
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibrated_arms import (
    DIFFERENCE,
    equal_arms,
    planted_arms,
    planted_pairs,
    restarted_arms,
)
from include.report.sections.calibration.equal_comparisons import equal_comparisons
from include.report.sections.calibration.needed_numbers import (
    NeededOfQuantity,
    interval_text,
    needed_numbers,
    number_text,
)
from include.verdicts.paired_differences import ALPHA
from include.verdicts.statistical_power import DRAWS, MOST, shares_found


def calibration_sentences(run: MeasuredRun) -> Iterator[str]:
    """Sentences about equal arms, what it takes, each planted difference, and the order of the cells."""
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
    return (
        f"Of {len(comparisons)} comparisons of equal arms {alone} differed before correction, where "
        f"{significant(ALPHA * len(comparisons), 2)} are expected by chance, and {corrected or 'none'} "
        "after it."
    )


def _easiest(run: MeasuredRun) -> NeededOfQuantity | None:
    """The quantity in which the fewest starts detect a tenth; of one start, the fewest pairs.

    With several starts it is one of the arm on another start, whose brokers differ as those of two releases
    do.
    """
    arms = restarted_arms(run) if run.plan.experiment.starts > 1 else equal_arms(run)
    numbers = [needed_number for arm in arms for needed_number in needed_numbers(run, arm)]
    return min(numbers, key=lambda number: number.needed.number or float("inf"), default=None)


def _needed_sentence(best: NeededOfQuantity) -> str:
    number = best.needed
    unit = f"starts of {significant(best.pairs_of_start)} pairs" if best.has_starts else "pairs on one start"
    between = "two starts of the brokers" if best.has_starts else "arms on the same brokers"
    return (
        f"To detect a difference of {percent(DIFFERENCE - 1)} between {between} in nine of ten runs takes "
        f"{number_text(number.number)} {unit} (95% interval {interval_text(number)}) in {best.of.name}, "
        "the quantity that needs the fewest, where all quantities of an arm are decided together."
    )


def _planted_sentence(run: MeasuredRun, arm: str, best: NeededOfQuantity) -> str:
    """Whether all starts find the planted difference, and whether as many as were named for a tenth do."""
    all_pairs, equal_arm = planted_pairs(run, arm), equal_arms(run)[0]
    comparisons = [comparison for comparison in compare_pairs(all_pairs) if comparison.difference.differs]
    sizes = [
        f"{comparison.of.name} ({significant(comparison.difference.estimate or 1)} times)"
        for comparison in comparisons
    ]
    result = (
        f"differs from {equal_arm} in {enumerated(sizes)}"
        if sizes
        else f"was not found to differ from {equal_arm} in any quantity"
    )
    arm_text = f"{capitalised(arm)} ({run.plan.experiment.arms[arm]})"
    return f"{arm_text} {result}. {_found_by_named_number(all_pairs, best)}"


def _order_sentence(run: MeasuredRun) -> Iterator[str]:
    """That the order of the cells explains nothing; the section about the order says what it explains."""
    quantities = quantities_by_order(run)
    level = corrected_level(quantities)
    effects = [effect for quantity in quantities for effect in quantity.effects]
    if effects and all(effect.p_value > level for effect in effects):
        yield (
            "Neither the position of a cell in its block nor the treatment of the cell before was shown to "
            f"explain a difference in any quantity ({len(effects)} tests, corrected)."
        )


def _found_by_named_number(all_pairs: Sequence[ArmPairs], best: NeededOfQuantity) -> str:
    """A sentence: by which quantities the first starts, or pairs, find the difference, if there are enough.

    Args:
        all_pairs: All quantities of an arm, which are decided together.
        best: The quantity from which the number follows.
    """
    number, unit = best.needed.number, best.unit
    if number is None:
        return f"More than {MOST} {unit} would be needed."
    if number > max((_size(pairs, best) for pairs in all_pairs), default=0):
        return f"The run has fewer {unit} than the named {number}{_advice(all_pairs, best)}."
    comparisons = compare_pairs([_first(pairs, number, best) for pairs in all_pairs])
    by = [comparison.of.name for comparison in comparisons if comparison.difference.differs]
    if by:
        return f"The first {number} {unit} alone find the difference in {enumerated(by)}."
    return f"The first {number} {unit} alone do not find the difference."


def _advice(all_pairs: Sequence[ArmPairs], best: NeededOfQuantity) -> str:
    """How to measure as many, and how many of such runs would find the difference."""
    number = best.needed.number or 0
    more = f"REPETITIONS={ceil(number * best.pairs_of_start)}" if best.has_starts else f"REPETITIONS={number}"
    options = f"STARTS={number} {more}" if best.has_starts else more
    if not all_pairs:
        return f" ({options} has as many)"
    share = max(shares_found([pairs.pairs.independent for pairs in all_pairs], number))
    return (
        f" ({options} has as many); of {DRAWS:,} runs that are drawn from its own {best.unit}, "
        f"{percent(share)} find the difference in the quantity that shows it most often"
    )


def _size(pairs: ArmPairs, best: NeededOfQuantity) -> int:
    return pairs.pairs.number_of_starts if best.has_starts else pairs.pairs.compared.size


def _first(of_quantity: ArmPairs, number: int, best: NeededOfQuantity) -> ArmPairs:
    """The pairs of the first starts only; of one start, the first pairs."""
    pairs = of_quantity.pairs
    if best.has_starts:
        members = np.unique(pairs.comparable_starts, return_inverse=True)[1]
    else:
        members = np.arange(pairs.compared.size)
    return replace(of_quantity, pairs=pairs.only(members < number))
