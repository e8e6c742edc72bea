import numpy as np
import pytest

from include.verdicts.statistical_power import ESTIMATORS, false_alarms, found, repetitions_needed
from include.verdicts.trimmed_mean import Numbers

DRIFT = np.exp(np.linspace(0, 1, 60))


def noisy(ratio: float, spread: float = 0.2, seed: int = 1) -> Numbers:
    """Sixty values with exactly this mean."""
    noise = np.random.default_rng(seed).normal(0, spread, 60)
    return np.asarray(ratio * DRIFT * np.exp(noise - noise.mean()))


SAME = noisy(1, seed=2)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_equal_arms_raise_an_alarm_in_one_of_twenty_runs_at_most(estimator: str) -> None:
    assert false_alarms(noisy(1), SAME, 20, ESTIMATORS[estimator]) < 0.08


def test_the_larger_the_difference_the_fewer_repetitions_find_it() -> None:
    needed = [repetitions_needed(SAME, noisy(ratio)) or 1000 for ratio in (0.95, 0.9, 0.8, 0.5)]
    assert needed == sorted(needed, reverse=True)
    assert needed[0] > needed[3] == 6


def test_the_number_is_that_of_the_formula() -> None:
    """(1.96 + 1.28)² · 2 · 0.2² / ln(0.8)² = 17 pairs for means; trimmed ones need a little more."""
    assert repetitions_needed(SAME, noisy(0.8)) in (15, 20, 25)


def test_more_repetitions_find_more() -> None:
    shares = [found(SAME, noisy(0.9), n) for n in (6, 20, 60)]
    assert shares == sorted(shares)


def test_a_difference_that_is_lost_in_noise_needs_more_than_was_tried() -> None:
    assert repetitions_needed(SAME, noisy(0.99, spread=0.5)) is None


def test_pairs_show_a_difference_that_drift_hides_from_other_tests() -> None:
    assert found(SAME, noisy(0.8), 20) > found(SAME, noisy(0.8), 20, ESTIMATORS["means, not paired"]) + 0.2
