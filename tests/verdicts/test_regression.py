import numpy as np
import pytest

from include.metrics.metric import Better
from include.verdicts.regression import Decision, Difference, decide, difference

RATIOS = [1.09, 1.1, 1.11, 1.1, 1.09, 1.1, 1.11, 1.12]
NOISE = np.random.default_rng(7)


def noisy(center: float, n: int, spread: float = 0.1) -> list[float]:
    return list(center * np.exp(NOISE.normal(0, spread, n)))


def test_the_ratio_is_the_candidates_over_the_baselines() -> None:
    found = difference([100] * 8, [79, 80, 81, 80, 79, 80, 81, 80])
    assert found.ratio == pytest.approx(0.8, abs=0.005)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.8 < found.high


def test_pairs_are_compared_and_not_arms() -> None:
    drift = [1, 2, 4, 8, 16, 32, 64, 128]
    found = difference(drift, [ratio * value for ratio, value in zip(RATIOS, drift, strict=True)])
    assert found.ratio == pytest.approx(1.1, abs=0.01)
    assert found.p_value is not None
    assert found.p_value < 0.001


def test_one_pair_that_the_machine_disturbed_does_not_move_it() -> None:
    undisturbed = [99, 100, 101, 100, 99, 100, 101, 100, 100]
    found = difference([100] * 10, [*undisturbed, 3])
    assert found.ratio == pytest.approx(1, abs=0.01)


def test_a_pair_without_two_values_above_zero_does_not_count() -> None:
    assert difference([1, 0, 1], [1, 1, float("nan")]).n == 1


def test_few_pairs_say_nothing() -> None:
    assert difference([1] * 5, [2] * 5) == Difference(5)


def test_what_more_pairs_could_find_is_smaller() -> None:
    few, many = (difference(noisy(1, n), noisy(1, n)).smallest for n in (8, 80))
    assert few is not None
    assert many is not None
    assert many < few / 2


def test_a_difference_of_the_smallest_size_is_found_nine_times_in_ten() -> None:
    equal = [difference(noisy(1, 40), noisy(1, 40)).smallest or 0.0 for _ in range(100)]
    slower = 1 + float(np.median(equal))
    p_values = [difference(noisy(1, 40), noisy(slower, 40)).p_value or 0.0 for _ in range(300)]
    assert 0.8 < np.mean(np.array(p_values) < 0.05) < 0.97


def decided(ratio: float, better: Better, n: int = 30) -> Decision:
    found = difference([100] * n, noisy(100 * ratio, n, 0.05))
    return decide([(found, better)])[0]


@pytest.mark.parametrize(
    ("ratio", "better", "decision"),
    [
        (0.8, Better.HIGHER, Decision.WORSE),
        (0.8, Better.LOWER, Decision.BETTER),
        (1.25, Better.HIGHER, Decision.BETTER),
        (1.25, Better.LOWER, Decision.WORSE),
    ],
)
def test_a_difference_is_worse_or_better(ratio: float, better: Better, decision: Decision) -> None:
    assert decided(ratio, better) is decision


def test_equal_arms_have_no_difference() -> None:
    same = Difference(30, ratio=1.01, low=0.97, high=1.05, p_value=0.6, smallest=0.06)
    assert decide([(same, Better.HIGHER)]) == [Decision.NO_DIFFERENCE]


def test_noise_that_would_hide_a_quarter_is_not_enough_data() -> None:
    loud = Difference(6, ratio=1.1, low=0.7, high=1.7, p_value=0.6, smallest=0.8)
    assert decide([(loud, Better.HIGHER)]) == [Decision.NOT_ENOUGH]


def test_more_comparisons_make_one_finding_less_significant() -> None:
    chance = Difference(30, ratio=0.97, low=0.94, high=0.99, p_value=0.03, smallest=0.05)
    others = [(Difference(30, 1.0, 0.9, 1.1, 0.9, 0.05), Better.HIGHER)] * 9
    assert decide([(chance, Better.HIGHER)])[0] is Decision.WORSE
    assert decide([(chance, Better.HIGHER), *others])[0] is Decision.NO_DIFFERENCE


def test_equal_arms_raise_an_alarm_in_one_of_twenty_runs_whatever_the_number_of_metrics() -> None:
    alarms = 0
    for _ in range(200):
        metrics = [(difference(noisy(1, 20), noisy(1, 20)), Better.HIGHER) for _ in range(4)]
        decisions = decide(metrics)
        alarms += Decision.WORSE in decisions or Decision.BETTER in decisions
    assert 0.01 < alarms / 200 < 0.11


def test_a_difference_that_two_starts_may_have_is_no_difference() -> None:
    baseline = np.full(20, 100.0)
    noise = np.random.default_rng(1).normal(1, 0.02, 20)
    lower = difference(baseline, 92 * noise, alike=0.1)
    assert decide([(lower, Better.HIGHER)]) == [Decision.NO_DIFFERENCE]
    assert decide([(difference(baseline, 92 * noise), Better.HIGHER)]) == [Decision.WORSE]
    assert decide([(difference(baseline, 80 * noise, alike=0.1), Better.HIGHER)]) == [Decision.WORSE]


def test_an_allowed_difference_makes_the_smallest_detectable_one_larger() -> None:
    baseline, noise = np.full(20, 100.0), np.random.default_rng(1).normal(1, 0.02, 20)
    plain, own = (difference(baseline, 100 * noise, alike).smallest for alike in (0.0, 0.1))
    assert plain is not None
    assert own is not None
    assert own == pytest.approx((1 + plain) * 1.1 - 1)
