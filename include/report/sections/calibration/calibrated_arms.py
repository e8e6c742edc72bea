"""The arms of a calibration: equal ones, equal ones on another start, and planted differences."""

from collections.abc import Iterable

from include.matrix.experiment import Arm
from include.report.arms.comparisons import ArmPairs, arm_pairs, baseline_arm, candidate_arms
from include.report.measured_run import MeasuredRun
from include.verdicts.paired_differences import FEWEST_PAIRS

DIFFERENCE = 1.1
"""The ratio that is to be detected: a tenth more."""


def equal_arms(run: MeasuredRun) -> list[str]:
    """The arms that are the baseline under another name."""
    return [arm for arm in candidate_arms(run) if _arm(run, arm) == _arm(run, baseline_arm(run))]


def restarted_arms(run: MeasuredRun) -> list[str]:
    """The arms that are the baseline on brokers of their own."""
    return [arm for arm in candidate_arms(run) if _arm(run, arm) == _with_brokers(run, True)]


def equal_restarted_arms(run: MeasuredRun) -> dict[str, str]:
    """The arms that are a restarted arm under another name, on the same brokers, and that arm of each."""
    restarted = restarted_arms(run)
    return {
        arm: other
        for arm in candidate_arms(run)
        for other in restarted
        if _arm(run, arm) == _with_brokers(run, other)
    }


def planted_arms(run: MeasuredRun) -> list[str]:
    """The arms that differ from the baseline in more than their name and their brokers."""
    equal = {*equal_arms(run), *restarted_arms(run), *equal_restarted_arms(run)}
    return [arm for arm in candidate_arms(run) if arm not in equal]


def _arm(run: MeasuredRun, name: str) -> Arm:
    return run.plan.experiment.arms[name]


def _with_brokers(run: MeasuredRun, own_brokers: bool | str) -> Arm:
    return _arm(run, baseline_arm(run)).model_copy(update={"own_brokers": own_brokers})


def measured_pairs(run: MeasuredRun, arms: Iterable[str], reference: str = "") -> list[ArmPairs]:
    """The quantities of these arms of which there are enough pairs for a comparison."""
    candidates = (pairs for arm in arms for pairs in arm_pairs(run, arm, reference))
    return [pairs for pairs in candidates if pairs.pairs.compared.size >= FEWEST_PAIRS]


def planted_pairs(run: MeasuredRun, arm: str) -> list[ArmPairs]:
    """The pairs of a planted arm and an equal arm. The needed numbers are computed from other cells."""
    return measured_pairs(run, [arm], equal_arms(run)[0])


def held_out_starts(run: MeasuredRun) -> list[ArmPairs]:
    """Pairs of equal arms on two starts of the brokers, of other cells than the needed numbers follow from.

    The needed numbers follow from the restarted arm and the baseline; these pairs are of the arms that equal
    them. There are none unless the brokers were started several times.
    """
    references = equal_arms(run)[:1]
    candidates = (
        measured_pair
        for other in references
        for measured_pair in measured_pairs(run, equal_restarted_arms(run), other)
    )
    return [pairs for pairs in candidates if pairs.pairs.number_of_starts > 1]
