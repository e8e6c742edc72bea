"""Calibration arms, comparisons of equal arms, and the starts or pairs needed to detect a difference."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from math import ceil
from statistics import median
from typing import NamedTuple

import numpy as np

from include.rendering.wording import DASH
from include.report.arms.comparisons import ArmComparison, ArmPairs, arm_pairs, candidate_arms, compare_pairs
from include.report.measured_run import MeasuredRun
from include.verdicts.pairs import FEWEST_PAIRS, Pairs
from include.verdicts.spread import StartVariation, start_variation
from include.verdicts.statistical_power import MOST, Needed, needed

DIFFERENCE = 1.1
"""The ratio that a run should detect: an increase of 10 %."""

GROUP_STARTS = 3
"""The number of successive starts in a group. Each group is compared separately, as if its pairs were all
pairs of a run."""

FEWEST_STARTS = 3
"""The fewest starts that are recommended, because two starts say nearly nothing about how much starts
vary."""


def equal_arms(run: MeasuredRun) -> list[str]:
    """The arms that have the settings and the brokers of the baseline, but another name."""
    return _arms_like(run, {})


def restarted_arms(run: MeasuredRun) -> list[str]:
    """The arms with the settings of the baseline, but with their own brokers."""
    return _arms_like(run, {"own_brokers": True})


def equal_restarted_arms(run: MeasuredRun) -> dict[str, str]:
    """For each arm with the settings and the brokers of a restarted arm, the name of the restarted arm."""
    return {arm: other for other in restarted_arms(run) for arm in _arms_like(run, {"own_brokers": other})}


def planted_arms(run: MeasuredRun) -> list[str]:
    """The arms that differ from the baseline on purpose, in more than their name and ``own_brokers``."""
    equal = {*equal_arms(run), *restarted_arms(run), *equal_restarted_arms(run)}
    return [arm for arm in candidate_arms(run) if arm not in equal]


def _arms_like(run: MeasuredRun, changes: Mapping[str, bool | str]) -> list[str]:
    """The candidates that equal the baseline apart from ``changes``."""
    baselines = list(run.plan.experiment.arms.values())[:1]
    like = [baseline.model_copy(update=dict(changes)) for baseline in baselines]
    return [name for name in candidate_arms(run) if run.plan.experiment.arms[name] in like]


def measured_pairs(run: MeasuredRun, arms: Iterable[str], reference: str = "") -> list[ArmPairs]:
    """The ``ArmPairs`` of these arms, for each quantity that has enough pairs for a comparison."""
    candidates = (pairs for arm in arms for pairs in arm_pairs(run, arm, reference))
    return [pairs for pairs in candidates if pairs.pairs.compared.size >= FEWEST_PAIRS]


def planted_pairs(run: MeasuredRun, arm: str) -> list[ArmPairs]:
    """The pairs of a planted arm and the first arm that equals the baseline.

    If there are several starts, the number of starts that a run needs is computed from other pairs: those of
    a restarted arm and the baseline.
    """
    return measured_pairs(run, [arm], equal_arms(run)[0])


def held_out_starts(run: MeasuredRun) -> list[ArmPairs]:
    """Pairs of equal arms on different brokers; none is used to compute the needed number of starts.

    The needed numbers are computed from pairs with the baseline. The pairs here are from two other arms: one
    that equals the restarted arm, and one that equals the baseline. The result is empty unless the brokers
    were started several times.
    """
    equal, restarted = equal_arms(run), equal_restarted_arms(run)
    candidates = measured_pairs(run, restarted, equal[0]) if equal else []
    return [pairs for pairs in candidates if pairs.pairs.number_of_starts > 1]


def equal_comparisons(run: MeasuredRun) -> list[ArmComparison]:
    """Compare equal arms, each group of pairs separately; correct the intervals for the number of groups.

    The method of comparison does not depend on the pairs: the estimator, the level, the correction and the
    minimum size of the groups are constants of the code. If there are several starts, the needed number in
    the report's sentences is computed from other pairs: those of a restarted arm and the baseline. The groups
    of the same two arms have no pair in common.
    """
    same_brokers = measured_pairs(run, equal_arms(run))
    for arm, other in equal_restarted_arms(run).items():
        same_brokers += measured_pairs(run, [arm], other)
    groups = [group for pairs in same_brokers for group in _groups(pairs, _of_pairs(pairs.pairs))]
    groups += [group for pairs in held_out_starts(run) for group in _groups(pairs, _of_starts(pairs.pairs))]
    return compare_pairs(groups)


def _groups(whole: ArmPairs, numbers: np.ndarray) -> Iterator[ArmPairs]:
    for number in np.unique(numbers):
        yield replace(whole, pairs=whole.pairs.only(numbers == number))


def _of_pairs(pairs: Pairs) -> np.ndarray:
    """For each pair, the number of its group.

    A group has six pairs or a few more, from as many starts as possible.

    The groups are formed from a list of the pairs: the first pair of each start, then the second pair of each
    start, and so on. Both arms of a pair have the same start, because they share their brokers.
    """
    starts = pairs.comparable_starts
    places = np.array([np.sum(starts[:index] == start) for index, start in enumerate(starts)])
    ranks = np.argsort(np.lexsort((starts, places)))
    groups = max(1, starts.size // FEWEST_PAIRS)
    return np.asarray(ranks * groups // max(1, starts.size))


def _of_starts(pairs: Pairs) -> np.ndarray:
    """For each pair, the number of its group, from 0.

    A group has ``GROUP_STARTS`` successive starts; the last group also has the starts that are left over.
    """
    starts, members = np.unique(pairs.comparable_starts, return_inverse=True)
    groups = max(1, starts.size // GROUP_STARTS)
    return np.asarray(np.minimum(members // GROUP_STARTS, groups - 1))


class NeededOfQuantity(NamedTuple):
    """The number of starts or pairs needed to detect a true ratio of ``DIFFERENCE`` in a quantity."""

    of: ArmPairs
    needed: Needed
    pairs_of_start: float
    """The mean number of comparable pairs per start in this run."""
    variation: StartVariation | None
    """Two standard deviations of the pairs' values: between starts of the brokers, and within a start. None
    if the brokers were started once, or if each start has only one pair."""

    @property
    def has_starts(self) -> bool:
        """Whether ``needed`` counts starts of the brokers; in a run with a single start, it counts pairs."""
        return self.of.pairs.number_of_starts > 1

    @property
    def unit(self) -> str:
        """The unit of the number: ``starts`` or ``pairs``."""
        return "starts" if self.has_starts else "pairs"


def needed_numbers(run: MeasuredRun, arm: str) -> list[NeededOfQuantity]:
    """For each quantity, the number of starts or pairs that are needed to detect ``DIFFERENCE``.

    The numbers are computed with the correction for the number of compared quantities.
    """
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
    """The number of starts that a run needs to show ``difference`` in nine of ten such runs.

    If there is only one start, the result is the number of pairs. The number is at least the minimum for a
    comparison.
    """
    fewest = FEWEST_PAIRS
    if pairs.number_of_starts > 1:
        fewest = max(FEWEST_STARTS, ceil(FEWEST_PAIRS * pairs.number_of_starts / pairs.compared.size))
    return needed(pairs.independent, difference, comparisons, fewest)


def number_text(number: int | None) -> str:
    """A number of starts or pairs as text."""
    return str(number) if number else f"more than {MOST}"


def interval_text(need: Needed) -> str:
    """The interval of a number as text; a dash where there is no interval."""
    return f"{number_text(need.low)} to {number_text(need.high)}" if need.has_interval else DASH


def seconds_of_pair(run: MeasuredRun) -> float:
    """The time in s of two cells that run one after the other: twice the median time of a cell."""
    walls = [
        manifest.clock.ended_wall_ns - manifest.clock.began_wall_ns for manifest in run.manifests.values()
    ]
    return 2 * median(walls) / 1e9 if walls else 0.0


def seconds_of_start(run: MeasuredRun) -> float | None:
    """The median time in s from the last cell of a start to the first cell of the next start.

    None if the brokers were started only once.
    """
    cells = sorted(run.manifests.values(), key=lambda manifest: manifest.clock.began_wall_ns)
    gaps = [
        (later.clock.began_wall_ns - earlier.clock.ended_wall_ns) / 1e9
        for earlier, later in pairwise(cells)
        if earlier.start and later.start and earlier.start.number != later.start.number
    ]
    return median(gaps) if gaps else None
