"""How many starts of the brokers, or pairs of one start, detect a difference, for each quantity of an arm."""

from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from statistics import median

import numpy as np

from include.rendering.number_format import DASH
from include.report.arms.comparisons import ArmPairs
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibrated_arms import DIFFERENCE, measured_pairs
from include.verdicts.paired_differences import FEWEST_PAIRS, Pairs
from include.verdicts.spread import StartVariation, start_variation
from include.verdicts.statistical_power import MOST, Needed, needed

FEWEST_STARTS = 3
"""The fewest starts that are recommended: two say nearly nothing about their variation."""


@dataclass(frozen=True)
class NeededOfQuantity:
    """What it takes to detect a true ratio of ``DIFFERENCE`` in a quantity."""

    of: ArmPairs
    needed: Needed
    pairs_of_start: float
    """The mean number of pairs of a start in this run."""
    variation: StartVariation | None
    """None where the brokers were started once, or where each start has one pair."""

    @property
    def has_starts(self) -> bool:
        """Whether the number is one of starts of the brokers, and not of pairs on one start."""
        return self.of.pairs.number_of_starts > 1

    @property
    def unit(self) -> str:
        """What is counted."""
        return "starts" if self.has_starts else "pairs"


def needed_numbers(run: MeasuredRun, arm: str) -> list[NeededOfQuantity]:
    """For each quantity of an equal arm, whose comparisons are decided together."""
    all_pairs = measured_pairs(run, [arm])
    return [
        NeededOfQuantity(
            pairs,
            needed_of(pairs.pairs, float(np.log(DIFFERENCE)), len(all_pairs)),
            pairs.pairs.compared.size / pairs.pairs.number_of_starts,
            start_variation(pairs.pairs),
        )
        for pairs in all_pairs
    ]


def needed_of(pairs: Pairs, difference: float, comparisons: int) -> Needed:
    """How many starts show a difference, or pairs where there is one start; no fewer than are compared."""
    fewest = FEWEST_PAIRS
    if pairs.number_of_starts > 1:
        fewest = max(FEWEST_STARTS, ceil(FEWEST_PAIRS * pairs.number_of_starts / pairs.compared.size))
    return needed(pairs.independent, difference, comparisons, fewest)


def number_text(number: int | None) -> str:
    """A number of starts or pairs as text."""
    return str(number) if number else f"more than {MOST}"


def interval_text(needed: Needed) -> str:
    """The interval of a number as text; a dash where there is none."""
    return f"{number_text(needed.low)} to {number_text(needed.high)}" if needed.has_interval else DASH


def seconds_of_pair(run: MeasuredRun) -> float:
    """The median time in s in which two cells run, one after the other."""
    walls = [
        manifest.clock.ended_wall_ns - manifest.clock.began_wall_ns for manifest in run.manifests.values()
    ]
    return 2 * median(walls) / 1e9 if walls else 0.0


def seconds_of_start(run: MeasuredRun) -> float | None:
    """The median time in s from the last cell of a start to the first of the next; None with one start."""
    cells = sorted(run.manifests.values(), key=lambda manifest: manifest.clock.began_wall_ns)
    gaps = [
        (later.clock.began_wall_ns - earlier.clock.ended_wall_ns) / 1e9
        for earlier, later in pairwise(cells)
        if earlier.start and later.start and earlier.start.number != later.start.number
    ]
    return median(gaps) if gaps else None
