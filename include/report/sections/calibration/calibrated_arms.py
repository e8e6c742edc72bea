"""The arms of a calibration: equal ones, equal ones on another start, and planted differences."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from include.report.arm_comparisons import ArmPairs, arm_pairs, baseline_arm, candidate_arms
from include.report.measured_run import MeasuredRun
from include.verdicts.paired_differences import FEWEST_PAIRS, PairedDifference, Pairs, compare_together

GROUP_STARTS = 3
"""Successive starts of the brokers whose pairs are compared as a run of their own."""

GROUP_PAIRS = 10
"""Successive pairs that are compared as a run of their own, where the brokers were started once."""


def equal_arms(run: MeasuredRun) -> list[str]:
    """The arms that are the baseline under another name."""
    arms, baseline = run.plan.experiment.arms, baseline_arm(run)
    return [arm for arm in candidate_arms(run) if arms[arm] == arms[baseline]]


def restarted_arms(run: MeasuredRun) -> list[str]:
    """The arms that are the baseline on brokers of their own."""
    arms, baseline = run.plan.experiment.arms, baseline_arm(run)
    return [
        arm
        for arm in candidate_arms(run)
        if arms[arm] == arms[baseline].model_copy(update={"own_brokers": True})
    ]


def planted_arms(run: MeasuredRun) -> list[str]:
    """The arms that differ from the baseline in more than their name and their brokers."""
    return [arm for arm in candidate_arms(run) if arm not in (*equal_arms(run), *restarted_arms(run))]


def measured_pairs(run: MeasuredRun, arms: Iterable[str]) -> list[ArmPairs]:
    """The quantities of these arms of which there are enough pairs for a comparison."""
    found = (pairs for arm in arms for pairs in arm_pairs(run, arm))
    return [one for one in found if one.pairs.compared.size >= FEWEST_PAIRS]


@dataclass(frozen=True)
class EqualComparison:
    """What a group of pairs of equal arms shows, compared with all other groups."""

    of: ArmPairs
    found: PairedDifference

    @property
    def differs_alone(self) -> bool:
        """Whether its interval, which is not corrected, excludes that both are equal."""
        low, high = self.found.low, self.found.high
        return low is not None and high is not None and not low <= 1 <= high


def equal_comparisons(run: MeasuredRun) -> list[EqualComparison]:
    """Every comparison of equal arms, each of a group of pairs, corrected together.

    Nothing was fitted to these pairs: estimator, level and correction are those of every run. An arm on
    another start of the brokers is among them if there are several starts.
    """
    arms = [*equal_arms(run), *restarted_arms(run)]
    groups = [group for one in measured_pairs(run, arms) if not one.tolerance for group in _groups(one)]
    found = compare_together([group.pairs for group in groups])
    return [EqualComparison(*one) for one in zip(groups, found, strict=True)]


def _groups(whole: ArmPairs) -> Iterator[ArmPairs]:
    numbers = _group_numbers(whole.pairs)
    for number in np.unique(numbers):
        yield replace(whole, pairs=whole.pairs.only(numbers == number))


def _group_numbers(pairs: Pairs) -> np.ndarray:
    """The number of the group of each pair; a remainder belongs to the last group."""
    if pairs.number_of_starts == 1:
        members, size = np.arange(pairs.compared.size), GROUP_PAIRS
    else:
        members, size = np.unique(pairs.comparable_starts, return_inverse=True)[1], GROUP_STARTS
    groups = max(1, (int(members.max()) + 1) // size)
    return np.asarray(np.minimum(members // size, groups - 1))


def first_starts(measured: ArmPairs, number: int) -> ArmPairs:
    """The pairs of the first starts only; of one start, the first pairs."""
    pairs = measured.pairs
    if pairs.number_of_starts == 1:
        return replace(measured, pairs=pairs.only(np.arange(pairs.treatment.size) < number))
    members = np.unique(pairs.comparable_starts, return_inverse=True)[1]
    return replace(measured, pairs=pairs.only(members < number))
