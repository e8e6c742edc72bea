"""A calibration that never ran: nine starts of two pairs, with equal arms and a planted tenth."""

import re
from functools import cache

import numpy as np
import pytest

from include.matrix.experiment import Arm
from include.matrix.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.sections.calibration import calibration_sentences, calibration_tables
from include.report.sections.calibration.calibration_arms import (
    equal_comparisons,
    equal_restarted_arms,
    held_out_starts,
    restarted_arms,
)
from tests.report.blocks import rows
from tests.report.synthetic import Value, make_plan, measured_run, plain_value

ARMS = {
    "baseline": Arm(),
    "equal": Arm(),
    "another-start": Arm(own_brokers=True),
    "another-equal": Arm(own_brokers="another-start"),
    "slower": Arm(own_brokers="another-start", slowed=10),
}
ON_OTHER_BROKERS = ("another-start", "another-equal", "slower")
SEMANTICS = {"semantics": ["at-least-once", "idempotent"]}


@cache
def normal(*seed: int) -> float:
    """A draw of the standard normal distribution, the same one for the same seed."""
    return float(np.random.default_rng(seed).normal())


def value(planted: float = 1.1, between: float = 0.02) -> Value:
    """CPU time with 4 % of noise, whose starts differ by ``between``, and is more by ``planted``.

    The latencies have 20 % of noise.
    """

    def of(treatment: Treatment, column: str, block: int) -> float | None:
        arm, start = list(ARMS).index(treatment.arm), (block - 1) // 2
        noise = normal(block, arm, len(treatment.id)) * 0.04
        if "latency_p" in column:
            return float(20 * np.exp(5 * noise))
        if column != "broker_cpu_time":
            return plain_value(treatment, column, block)
        more = planted if treatment.arm == "slower" else 1.0
        return float(300 * more * np.exp(noise + between * normal(start, treatment.arm in ON_OTHER_BROKERS)))

    return of


def calibration(value: Value, starts: int = 9, repetitions: int = 18) -> MeasuredRun:
    constants = {"messages": 12_000, "rate": 2000.0}
    plan = make_plan(SEMANTICS, repetitions, arms=ARMS, starts=starts, constants=constants)
    return measured_run(plan, value)


@pytest.fixture(scope="module")
def run() -> MeasuredRun:
    return calibration(value())


def cells(run: MeasuredRun, table: str) -> list[list[str]]:
    return next(rows(shown) for shown in calibration_tables(run) if shown.id == f"calibration-{table}")


SAME_BROKERS = {("equal", "baseline"), ("another-equal", "another-start")}


@pytest.mark.parametrize(("arms", "starts"), [(SAME_BROKERS, 6), ({("another-equal", "equal")}, 3)])
def test_arms_on_the_same_brokers_are_compared_by_six_starts_and_those_on_two_starts_by_three(
    run: MeasuredRun, arms: set[tuple[str, str]], starts: int
) -> None:
    every = equal_comparisons(run)
    comparisons = [item for item in every if (item.of.treatment.arm, item.of.reference) in arms]
    assert len(comparisons) == len(arms) * 2 * 4 * 3  # treatments, quantities, groups
    assert {(item.difference.pairs, item.difference.starts) for item in comparisons} == {(6, starts)}


def test_no_pair_is_in_two_groups_of_the_same_arms_and_all_are_corrected(run: MeasuredRun) -> None:
    comparisons = [pair for pair in equal_comparisons(run) if pair.of.quantity.column == "broker_cpu_time"]
    groups = [item for item in comparisons if item.of.treatment.id == "equal.idempotent"]
    values = [value for group in groups for value in group.of.pairs.treatment]
    assert len(values) == len(set(values)) == 18
    differences = [item.difference for item in comparisons]
    assert all((item.high_corrected or 0) > (item.high or 0) for item in differences)


def test_needed_numbers_and_equal_arms_on_two_starts_are_of_other_cells(run: MeasuredRun) -> None:
    assert restarted_arms(run) == ["another-start"]
    assert equal_restarted_arms(run) == {"another-equal": "another-start"}
    held_out = {(pairs.treatment.arm, pairs.reference) for pairs in held_out_starts(run)}
    assert held_out == {("another-equal", "equal")}


def test_the_answer_counts_the_equal_arms_that_differ(run: MeasuredRun) -> None:
    answer = next(calibration_sentences(run))
    alone = sum(equal_comparison.differs_alone for equal_comparison in equal_comparisons(run))
    begin = f"Of 72 comparisons of equal arms, {alone} differed before correction (3.6 are"
    assert answer.startswith(begin)
    assert answer.endswith("and none differed after correction.")


def test_the_answer_names_the_starts_that_a_tenth_takes_with_an_interval(run: MeasuredRun) -> None:
    sentence = list(calibration_sentences(run))[1]
    numbers = re.search(r"needs (\d+) starts of 2.00 pairs \(95% interval (\d+) to (\d+)\)", sentence)
    assert "between two starts of the brokers in nine of ten runs" in sentence
    assert numbers
    number, low, high = map(int, numbers.groups())
    assert 3 <= low < number < high
    assert number <= 9


def few_planted(treatment: Treatment, column: str, block: int) -> float | None:
    """A planted arm with too few pairs."""
    return None if treatment.arm == "slower" and block > 2 else value()(treatment, column, block)


@pytest.mark.parametrize("value", [value(between=0.1), few_planted])
def test_a_run_with_fewer_starts_than_needed_says_how_to_have_as_many(value: Value) -> None:
    sentence = list(calibration_sentences(calibration(value)))[2]
    pattern = r"fewer than (\d+) starts \(a run with STARTS=(\d+) REPETITIONS=(\d+) has enough\)"
    match = re.search(pattern, sentence)
    assert match
    assert sentence.endswith("has enough).") is (value is few_planted)
    number, starts, repetitions = map(int, match.groups())
    assert number == starts == repetitions / 2


def test_a_tenth_planted_in_brokers_is_found_by_the_number_of_starts_that_was_named(run: MeasuredRun) -> None:
    sentence = list(calibration_sentences(run))[2]
    assert " differs from equal in CPU time of the brokers" in sentence
    found = r"With the first \d+ starts alone, the difference is found in CPU time of the brokers"
    assert re.search(found, sentence)


def test_a_planted_difference_that_is_none_is_not_found() -> None:
    sentence = list(calibration_sentences(calibration(value(planted=1.0))))[2]
    assert " was not found to differ from equal in any quantity. " in sentence
    assert sentence.endswith(" starts alone, the difference is not found.")


def test_where_starts_differ_by_much_a_tenth_takes_more_of_them(run: MeasuredRun) -> None:
    few = [row for row in cells(run, "needed") if row[0] == "another-start" and "CPU" in row[1]]
    unlike = calibration(value(between=0.2))
    more = [row for row in cells(unlike, "needed") if row[0] == "another-start" and "CPU" in row[1]]
    assert all(int(row[5]) < 12 for row in few)
    assert all(row[5] == "more than 200" or int(row[5]) > 20 for row in more)
    _, _, between, within, *_ = more[0]
    assert float(between.split()[0]) > 15
    assert 2 < float(within.split()[0]) < 8


def test_resampled_runs_of_the_named_number_mostly_find_the_planted_difference(run: MeasuredRun) -> None:
    row = next(row for row in cells(run, "planted") if "CPU" in row[2])
    assert row[:2] == ["slower", "equal"]
    assert 1.05 < float(row[3]) < 1.15
    assert row[6] == "yes"
    assert float(row[9].split()[0]) > 80


@pytest.mark.slow
def test_of_one_start_pairs_are_counted_and_another_start_is_no_equal_arm() -> None:
    once = calibration(value(), starts=1, repetitions=40)
    assert restarted_arms(once) == ["another-start"]
    comparisons = equal_comparisons(once)
    assert {item.of.reference for item in comparisons} == {"baseline", "another-start"}
    assert {item.difference.pairs for item in comparisons} == {6, 7}
    sentence = list(calibration_sentences(once))[1]
    assert "between arms on the same brokers in nine of ten runs, a run needs" in sentence


def test_the_answer_says_that_the_order_of_the_cells_explains_nothing(run: MeasuredRun) -> None:
    told = list(calibration_sentences(run))[3]
    assert told.endswith("or on the treatment of the previous cell (8 tests, corrected).")
