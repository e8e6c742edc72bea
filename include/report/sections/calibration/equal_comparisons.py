"""Comparisons of equal arms, each of a group of pairs to which nothing was fitted."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from include.report.arms.comparisons import ArmPairs
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration.calibrated_arms import (
    equal_arms,
    equal_restarted_arms,
    held_out_starts,
    measured_pairs,
)
from include.verdicts.paired_differences import FEWEST_PAIRS, PairedDifference, Pairs, compare_together

GROUP_STARTS = 3
"""Successive starts of the brokers whose pairs are compared as a run of their own, on two starts."""


@dataclass(frozen=True)
class EqualComparison:
    """What one group of pairs of equal arms shows, corrected for all groups."""

    of: ArmPairs
    difference: PairedDifference

    @property
    def differs_alone(self) -> bool:
        """Whether its interval, which is not corrected, excludes that both are equal."""
        low, high = self.difference.low, self.difference.high
        return low is not None and high is not None and not low <= 1 <= high


def equal_comparisons(run: MeasuredRun) -> list[EqualComparison]:
    """Compare equal arms: each group of pairs by itself, with one correction for all groups.

    Nothing was fitted to these pairs: estimator, level, correction and the size of the groups are constants
    of the code, and the needed numbers follow from other pairs. No pair is in two groups of the same arms.
    """
    same_brokers = [
        group for pairs in _on_same_brokers(run) for group in _groups(pairs, _of_pairs(pairs.pairs))
    ]
    two_starts = [
        group
        for held_out_start in held_out_starts(run)
        for group in _groups(held_out_start, _of_starts(held_out_start.pairs))
    ]
    groups = [*same_brokers, *two_starts]
    differences = compare_together([group.pairs for group in groups])
    return [EqualComparison(*comparison) for comparison in zip(groups, differences, strict=True)]


def _on_same_brokers(run: MeasuredRun) -> Iterator[ArmPairs]:
    yield from measured_pairs(run, equal_arms(run))
    for arm, other in equal_restarted_arms(run).items():
        yield from measured_pairs(run, [arm], other)


def _groups(whole: ArmPairs, numbers: np.ndarray) -> Iterator[ArmPairs]:
    for number in np.unique(numbers):
        yield replace(whole, pairs=whole.pairs.only(numbers == number))


def _of_pairs(pairs: Pairs) -> np.ndarray:
    """The number of the group of each pair: six pairs or a few more, of as many starts as possible.

    The first pairs of all starts come first, then the second ones, and so on: arms on the same brokers have
    the same start in each pair.
    """
    starts = pairs.comparable_starts
    places = np.array([np.sum(starts[:index] == start) for index, start in enumerate(starts)])
    ranks = np.argsort(np.lexsort((starts, places)))
    groups = max(1, starts.size // FEWEST_PAIRS)
    return np.asarray(ranks * groups // max(1, starts.size))


def _of_starts(pairs: Pairs) -> np.ndarray:
    """The number of the group of each pair: successive starts; a remainder is in the last group."""
    starts, members = np.unique(pairs.comparable_starts, return_inverse=True)
    groups = max(1, starts.size // GROUP_STARTS)
    return np.asarray(np.minimum(members // GROUP_STARTS, groups - 1))
