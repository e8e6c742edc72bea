import numpy as np
import pytest

from include.kinds.metrics.metric import Better
from include.verdicts.comparison.compare import Difference
from include.verdicts.comparison.decide import (
    STARTS,
    Decision,
    Relevance,
    decide,
    detectable_share,
    half_width,
    relevance,
)
from include.verdicts.comparison.samples import Kind


def ratio(low: float, high: float, detectable: float = 0.05) -> Difference:
    return Difference(Kind.RATIO, 12, low_corrected=low, high_corrected=high, starts=6, detectable=detectable)


@pytest.mark.parametrize(
    ("interval", "better", "decision"),
    [
        ((0.7, 0.9), Better.HIGHER, Decision.WORSE),
        ((0.7, 0.9), Better.LOWER, Decision.BETTER),
        ((1.1, 1.3), Better.HIGHER, Decision.BETTER),
        ((1.1, 1.3), Better.LOWER, Decision.WORSE),
        ((0.95, 1.02), Better.LOWER, Decision.NO_DIFFERENCE),
        ((1.0, 1.1), Better.LOWER, Decision.NO_DIFFERENCE),
        ((0.9, 1.0), Better.LOWER, Decision.NO_DIFFERENCE),
        ((0.81, 1.25), Better.LOWER, Decision.NO_DIFFERENCE),
        ((0.79, 1.25), Better.LOWER, Decision.NOT_ENOUGH),
    ],
)
def test_a_ratio_whose_corrected_interval_excludes_one_is_worse_or_better(
    interval: tuple[float, float], better: Better, decision: Decision
) -> None:
    assert decide(ratio(*interval), better) is decision


def test_tolerated_noisy_and_undetectable_differences_are_not_decided() -> None:
    assert decide(ratio(0.92, 0.96), Better.HIGHER, tolerance=0.1) is Decision.NO_DIFFERENCE
    assert decide(ratio(0.85, 0.9), Better.HIGHER, tolerance=0.1) is Decision.WORSE
    assert decide(ratio(1.12, 1.2), Better.HIGHER, tolerance=0.1) is Decision.BETTER
    assert decide(ratio(0.7, 1.7), Better.HIGHER) is Decision.NOT_ENOUGH
    wide = ratio(1 / 1.1, 1.1)
    assert half_width(wide) == pytest.approx(0.1)
    assert decide(wide, Better.LOWER, must_detect=0.11) is Decision.NO_DIFFERENCE
    assert decide(wide, Better.LOWER, must_detect=0.09) is Decision.NOT_ENOUGH
    assert decide(wide, Better.LOWER, tolerance=0.1, must_detect=0.2) is Decision.NOT_ENOUGH
    assert decide(ratio(0.5, 2.0), Better.LOWER, must_detect=1.0) is Decision.NO_DIFFERENCE
    assert decide(ratio(1.09, 1.2), Better.LOWER, tolerance=STARTS) is Decision.NO_DIFFERENCE
    assert decide(ratio(1.11, 1.2), Better.LOWER, tolerance=STARTS) is Decision.WORSE


def test_few_pairs_are_not_enough_data_and_a_tolerance_makes_the_detectable_difference_larger() -> None:
    few = Difference(Kind.RATIO, 5)
    assert decide(few, Better.HIGHER) is Decision.NOT_ENOUGH
    assert half_width(few) == detectable_share(few) == float("inf")
    assert detectable_share(ratio(0.9, 1.1, np.log(1.05))) == pytest.approx(0.05)
    assert detectable_share(ratio(0.9, 1.1, np.log(1.05)), 0.1) == pytest.approx(1.05 * 1.1 - 1)


@pytest.mark.parametrize(
    ("kind", "low", "high", "expected"),
    [
        (Kind.RATIO, 0.95, 1.05, Relevance.NEGLIGIBLE),
        (Kind.RATIO, 1.01, 1.09, Relevance.NEGLIGIBLE),
        (Kind.RATIO, 1.05, 1.3, Relevance.OPEN),
        (Kind.RATIO, 0.8, 1.02, Relevance.OPEN),
        (Kind.RATIO, 1.2, 1.4, Relevance.MATTERS),
        (Kind.RATIO, 0.5, 0.8, Relevance.MATTERS),
        (Kind.DIFFERENCE, -10, 10, Relevance.NEGLIGIBLE),
        (Kind.DIFFERENCE, -10.1, 10, Relevance.OPEN),
        (Kind.DIFFERENCE, -10, 10.1, Relevance.OPEN),
        (Kind.DIFFERENCE, 10, 20, Relevance.MATTERS),
        (Kind.DIFFERENCE, -20, -10, Relevance.MATTERS),
        (Kind.DIFFERENCE, 9.9, 20, Relevance.OPEN),
        (Kind.DIFFERENCE, -20, -9.9, Relevance.OPEN),
    ],
)
def test_what_is_a_tenth_away_matters(kind: Kind, low: float, high: float, expected: Relevance) -> None:
    compared = Difference(kind, 6, (low + high) / 2, low, high, low, high)
    assert relevance(compared, reference=100) is expected
