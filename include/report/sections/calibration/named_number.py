"""Whether as many starts of the brokers as were named for a tenth find a planted difference."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from include.rendering.number_format import percent
from include.rendering.words import enumerated
from include.report.arm_comparisons import ArmPairs, compare_pairs
from include.report.sections.calibration.needed_numbers import NeededOfQuantity
from include.verdicts.statistical_power import DRAWS, MOST, shares_found


def found_by_named_number(measured: Sequence[ArmPairs], best: NeededOfQuantity) -> str:
    """A sentence: by which quantities the first starts, or pairs, find the difference, if there are enough.

    Args:
        measured: All quantities of an arm, which are decided together.
        best: The quantity from which the number follows.
    """
    number, unit = best.needed.number, best.unit
    if number is None:
        return f"More than {MOST} {unit} would be needed."
    if number > max((_size(one, best) for one in measured), default=0):
        return f"The run has fewer {unit} than the named {number}{_advice(measured, best)}."
    shown = compare_pairs([_first(one, number, best) for one in measured])
    by = [one.of.name for one in shown if one.found.differs]
    if by:
        return f"The first {number} {unit} alone find the difference in {enumerated(by)}."
    return f"The first {number} {unit} alone do not find the difference."


def _advice(measured: Sequence[ArmPairs], best: NeededOfQuantity) -> str:
    """How to measure as many, and how many of such runs would find the difference."""
    number = best.needed.number or 0
    share = max(shares_found([one.pairs.independent for one in measured], number), default=0.0)
    more = f"REPETITIONS={ceil(number * best.pairs_of_start)}" if best.has_starts else f"REPETITIONS={number}"
    options = f"STARTS={number} {more}" if best.has_starts else more
    return (
        f" ({options} has as many); of {DRAWS:,} runs that are drawn from its own {best.unit}, "
        f"{percent(share)} find the difference in the quantity that shows it most often"
    )


def _size(measured: ArmPairs, best: NeededOfQuantity) -> int:
    return measured.pairs.number_of_starts if best.has_starts else measured.pairs.compared.size


def _first(measured: ArmPairs, number: int, best: NeededOfQuantity) -> ArmPairs:
    """The pairs of the first starts only; of one start, the first pairs."""
    pairs = measured.pairs
    if best.has_starts:
        members = np.unique(pairs.comparable_starts, return_inverse=True)[1]
    else:
        members = np.arange(pairs.compared.size)
    return replace(measured, pairs=pairs.only(members < number))
