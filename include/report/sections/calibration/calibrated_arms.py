"""The arms of a calibration, and how often equal arms raise an alarm."""

from collections.abc import Iterable

from include.report.arm_comparisons import (
    PairedValues,
    baseline_arm,
    candidate_arms,
    paired_values,
)
from include.report.measured_run import MeasuredRun
from include.verdicts.regression import ALPHA, FEWEST, difference

MOST_REPETITIONS = 40
"""Repetitions of a run that still ends within a night."""

GROUP = 10
"""Pairs that are compared by themselves, which shows how often equal arms really raise an alarm."""


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


def slowed_arms(run: MeasuredRun) -> dict[str, float]:
    """The arms whose brokers are paused, with the percentage of the time."""
    arms = run.plan.experiment.arms
    return {arm: arms[arm].slowed for arm in candidate_arms(run) if arms[arm].slowed}


def measured_pairs(run: MeasuredRun, arms: Iterable[str]) -> list[PairedValues]:
    """The quantities of these arms of which there are enough pairs for a comparison."""
    found = (pairs for arm in arms for pairs in paired_values(run, arm))
    return [pairs for pairs in found if pairs.baseline.size >= FEWEST]


def alarms_in_groups(equal: Iterable[PairedValues]) -> tuple[int, int]:
    """How many groups of pairs of equal arms raise an alarm by themselves, and how many groups there are."""
    p_values = [
        difference(one.baseline[start : start + GROUP], one.candidate[start : start + GROUP]).p_value
        for one in equal
        for start in range(0, one.baseline.size - GROUP + 1, GROUP)
    ]
    return sum(value is not None and value <= ALPHA for value in p_values), len(p_values)
