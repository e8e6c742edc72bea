from dataclasses import replace

import numpy as np
import pytest

from include.verdicts.comparison.between_starts import BetweenStarts
from include.verdicts.comparison.compare import Difference, Finding, compare_together
from include.verdicts.comparison.samples import Kind, Pairs, Starts

REFERENCE = np.array([16.0, 15, 18, 14, 17, 16])
SLOWER = REFERENCE + np.array([70, 75, 73, 72, 76, 74])


def difference(treatment: np.ndarray, reference: np.ndarray) -> Difference:
    return compare_together([Pairs(Kind.DIFFERENCE, treatment, reference)])[0]


def ratio(treatment: np.ndarray, reference: np.ndarray) -> Difference:
    return compare_together([Pairs(Kind.RATIO, treatment, reference)])[0]


def test_a_difference_of_six_pairs_has_their_range_as_interval() -> None:
    compared = difference(SLOWER, REFERENCE)
    assert (compared.estimate, compared.low, compared.high) == (73.5, 70, 76)
    assert compared.finding is Finding.HIGHER


def test_only_a_difference_may_be_of_zeros() -> None:
    assert ratio(np.array([1.0, 0, 1]), np.array([1.0, 1, 0])).pairs == 1
    assert difference(np.zeros(6), np.zeros(6)).estimate == 0


def test_a_ratio_is_to_the_reference_of_the_same_pair() -> None:
    compared = ratio(REFERENCE * [1.1, 1.2, 1.1, 1.3, 1.2, 1.1], REFERENCE)
    assert (compared.low, compared.high) == pytest.approx((1.1, 1.3))
    assert compared.estimate == pytest.approx(np.sqrt(1.1 * 1.2), rel=0.01)


def test_some_pairs_keep_their_starts_and_their_kind() -> None:
    some = Pairs(Kind.DIFFERENCE, SLOWER, REFERENCE, np.array([1.0, 1, 1, 2, 2, 2])).only(REFERENCE > 15)
    assert (some.compared.tolist(), some.comparable_starts.tolist()) == ([70, 73, 76, 74], [1, 1, 2, 2])
    assert Pairs(Kind.DIFFERENCE, SLOWER, REFERENCE).only(REFERENCE > 15).starts is None


def test_fewer_than_three_pairs_say_nothing() -> None:
    assert difference(SLOWER[:2], REFERENCE[:2]) == Difference(Kind.DIFFERENCE, 2, starts=1)
    assert difference(SLOWER[:2], REFERENCE[:2]).finding is Finding.TOO_FEW
    assert difference(SLOWER[:3], REFERENCE[:3]).finding is Finding.HIGHER
    assert Difference(Kind.RATIO, 6, high_corrected=1.2).corrected is None
    two_starts = Pairs(Kind.DIFFERENCE, SLOWER[:2], REFERENCE[:2], np.array([1.0, 2]))
    assert compare_together([two_starts]) == [Difference(Kind.DIFFERENCE, 2, starts=2)]


def test_every_comparison_that_was_to_be_made_counts_for_the_correction() -> None:
    compared = difference(SLOWER, REFERENCE)
    assert (compared.low, compared.high) == (compared.low_corrected, compared.high_corrected)
    pairs = Pairs(Kind.DIFFERENCE, SLOWER, REFERENCE)
    without_values = Pairs(Kind.DIFFERENCE, SLOWER[:0], REFERENCE[:0])
    (together, *_), (beside, *_) = (
        compare_together([pairs] * 8),
        compare_together([pairs, *[without_values] * 7]),
    )
    assert beside == together
    assert together.low_corrected == pytest.approx(73.5 - 1.633 * 3.5, abs=0.02)
    assert (together.low, together.high) == (70, 76)


def test_starts_of_two_runs_are_compared_by_their_ratio() -> None:
    twice = Starts(np.log([2.0, 2.2, 2.1, 2.0]), np.log([1.0, 1.1, 1.0, 1.05]))
    (compared,) = compare_together([twice])
    assert compared.estimate == pytest.approx(2, rel=0.02)
    assert compared.finding is Finding.HIGHER
    (single,) = compare_together([Starts(np.log([2.0]), np.log([1.0, 1.1]))])
    assert (single.finding, single.pairs) == (Finding.TOO_FEW, 1)
    assert Starts(np.log([2.0]), np.log([1.0])).ratio == pytest.approx(2)
    assert Starts(np.log([2.0]), np.array([])).ratio is None


def test_what_differs_by_chance_alone_does_not_differ_beside_others() -> None:
    chance = Pairs(Kind.DIFFERENCE, REFERENCE + np.array([1, 4, 2, 0.5, 3, 2]), REFERENCE)
    assert compare_together([chance])[0].differs
    assert not compare_together([chance] * 12)[0].differs
    values = np.array([2.0, 2.1, 1.9, 2, 2.1, 1.9])
    assert ratio(values, np.ones(6)).differs
    assert not ratio(values / 2, np.ones(6)).differs
    assert difference(values, np.ones(6)).differs


def test_equal_treatments_differ_in_one_of_twenty_runs_whatever_is_stated_together() -> None:
    noise = np.random.default_rng(3).normal(1, 0.1, (400, 9, 6))
    runs = [[Pairs(Kind.RATIO, treatment, run[8]) for treatment in run[:8]] for run in noise]
    alarms = [any(compared.differs for compared in compare_together(run)) for run in runs]
    assert 0.01 < np.mean(alarms) < 0.07


STARTS = np.repeat([1.0, 2.0, 3.0, 4.0], 3)
BY_START = np.array([1.1, 1.1, 1.1, 1.0, 1.0, 1.0, 1.2, 1.2, 1.2, 1.1, 1.1, 1.1])


def test_start_means_replace_pairs() -> None:
    (compared,) = compare_together([Pairs(Kind.RATIO, BY_START, np.ones(12), STARTS)])
    (of_means,) = compare_together([Pairs(Kind.RATIO, np.array([1.1, 1.0, 1.2, 1.1]), np.ones(4))])
    assert (compared.pairs, compared.starts) == (12, 4)
    assert (compared.estimate, compared.low) == pytest.approx((of_means.estimate, of_means.low))


def test_one_start_is_compared_by_its_pairs_and_one_that_cannot_be_compared_does_not_count() -> None:
    (compared,) = compare_together([Pairs(Kind.RATIO, BY_START, np.ones(12), np.full(12, 7))])
    assert compared == compare_together([Pairs(Kind.RATIO, BY_START, np.ones(12))])[0]
    partly = np.where(STARTS == 4, 0, BY_START)
    assert compare_together([Pairs(Kind.RATIO, partly, np.ones(12), STARTS)])[0].starts == 3


def nested(runs: int, starts: int, cells: int, seed: int) -> list[Pairs]:
    """Pairs whose starts differ by 7 % and whose cells by 10 %, and which are equal otherwise."""
    chance = np.random.default_rng(seed)
    logs = chance.normal(0, 0.07, (runs, starts, 1)) + chance.normal(0, 0.1, (runs, starts, cells))
    numbers = np.repeat(np.arange(float(starts)), cells)
    return [Pairs(Kind.RATIO, np.exp(run.ravel()), np.ones(run.size), numbers) for run in logs]


def covered(runs: list[Pairs]) -> float:
    """The share of runs whose interval contains the true ratio, one."""
    compared = [compare_together([pairs])[0] for pairs in runs]
    return float(np.mean([bool(pair.low and pair.high and pair.low <= 1 <= pair.high) for pair in compared]))


def test_only_the_interval_over_starts_contains_the_true_ratio_in_nineteen_of_twenty_runs() -> None:
    assert 0.94 < covered(nested(1000, 6, 3, seed=5)) < 0.965
    single = [replace(pairs, starts=None) for pairs in nested(500, 6, 12, seed=6)]
    assert np.mean([compare_together([pairs])[0].differs for pairs in single]) > 0.2


def test_a_difference_of_the_detectable_size_is_found_nine_times_in_ten() -> None:
    equal = nested(400, 8, 3, seed=7)
    size = np.median([compare_together([pairs])[0].detectable or 0.0 for pairs in equal])
    larger = [replace(pairs, treatment=pairs.treatment * np.exp(size)) for pairs in equal]
    assert 0.82 < np.mean([compare_together([pairs])[0].differs for pairs in larger]) < 0.96


def test_one_starts_interval_contains_how_much_starts_are_known_to_differ_and_several_show_it() -> None:
    single = nested(1000, 1, 6, seed=8)
    known = [replace(pairs, between_starts=BetweenStarts(0.07, 20)) for pairs in single]
    assert covered(single) < 0.85
    assert 0.935 < covered(known) < 0.985
    (several,) = nested(1, 6, 3, seed=9)
    far = replace(several, between_starts=BetweenStarts(0.5, 20))
    assert compare_together([far]) == compare_together([several])
