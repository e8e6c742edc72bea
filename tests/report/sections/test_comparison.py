from typing import Any

import pytest

from include.plan.experiment import Arm
from include.plan.treatment import Treatment
from include.report.arms.comparisons import compare_arm
from include.report.arms.findings import arm_sentence, regressions
from include.report.measured_run import MeasuredRun
from include.report.sections.comparison import comparison_table
from include.verdicts.comparison.decide import Decision
from tests.report.synthetic import ARMS, Value, make_plan, measured_run, plain_value, values, where

SEMANTICS = {"semantics": ["at-least-once", "exactly-once"]}


def value(candidate: float) -> Value:
    """Throughput and CPU time that drift by half over the blocks; the candidate's throughput is another."""

    def of(treatment: Treatment, column: str, block: int) -> float | None:
        drift = 1 + block / 20 + 0.003 * (block * 7 % 5 - 2) * (treatment.arm == "candidate")
        if column == "producer_consumer_throughput":
            return 20 * drift * (candidate if treatment.arm == "candidate" else 1)
        return 30 * drift if column == "broker_cpu_time" else plain_value(treatment, column, block)

    return of


def compared(candidate: float | Value, arms: dict[str, Arm] = ARMS, **changes: Any) -> MeasuredRun:
    """A run of ten blocks, whose candidate has this part of the throughput, or with these values."""
    values = candidate if callable(candidate) else value(candidate)
    return measured_run(make_plan(SEMANTICS, 10, arms=arms), values, **changes)


def test_arms_on_other_brokers_must_differ_by_more_than_two_starts_do() -> None:
    run = compared(0.95)
    assert {pair.decision for pair in compare_arm(run, "candidate")} == {Decision.NO_DIFFERENCE}
    assert "allows for it" in comparison_table(run, "candidate").notes[-1]


def test_arms_on_the_same_brokers_are_compared_without_tolerance() -> None:
    run = compared(0.95, arms={"baseline": Arm(), "candidate": Arm(settings={"linger_ms": 5})})
    assert compare_arm(run, "candidate")[0].decision is Decision.WORSE


def test_each_treatment_is_compared_with_the_same_combination_of_the_baseline() -> None:
    run = compared(values(value(1), broker_cpu_time=lambda treatment, _: len(treatment.combination)))
    assert {pair.difference.estimate for pair in compare_arm(run, "candidate")[1::2]} == {1}


def test_a_slower_candidate_is_found() -> None:
    run = compared(0.8)
    throughput, cpu_time, *_ = compare_arm(run, "candidate")
    assert throughput.decision is Decision.WORSE
    assert cpu_time.decision is not Decision.WORSE
    assert "worse (lower) in end-to-end throughput of at-least-once by 20" in arm_sentence(run, "candidate")
    table = comparison_table(run, "candidate")
    assert table.caption == "Candidate (4.2.0) against baseline (as the experiment)"
    first, second = table.groups[0].rows
    assert first.cells[:2] == ("end-to-end throughput", "worse")
    assert second.cells[0] == "CPU time of the brokers"


def test_few_repetitions_are_not_enough() -> None:
    run = measured_run(make_plan(SEMANTICS, 2, arms=ARMS))
    assert "not enough data for a decision in 4 of 4 comparisons" in arm_sentence(run, "candidate")


def test_a_sentence_about_a_worse_arm_says_how_many_comparisons_are_undecided() -> None:
    noise = {"baseline": 1, "candidate": 3}
    noisy = values(value(0.8), broker_cpu_time=lambda of, block: 30 * noise[of.arm] ** (block % 3))
    sentence = arm_sentence(compared(noisy), "candidate")
    assert "is worse (lower) in end-to-end throughput of at-least-once by 20" in sentence
    assert sentence.endswith(" Not enough data for a decision in 2 of 4 comparisons.")


def test_cells_without_a_partner_in_their_block_are_left_out() -> None:
    run = compared(1, without=("baseline.at-least-once.r03",))
    assert compare_arm(run, "candidate")[0].difference.pairs == 9


def on_several_starts(value: Value, **constants: object) -> MeasuredRun:
    """Six starts of two blocks each; each arm has brokers of its own."""
    plan = make_plan(SEMANTICS, 12, arms=ARMS, starts=6, constants={"messages": 12_000, **constants})
    return measured_run(plan, value)


def lower_by_a_tenth(treatment: Treatment, block: int) -> float:
    """The candidate's throughput is lower by 10 %, and in each start by up to 2 % more or less."""
    by_start = 1 + 0.02 * ((block + 1) // 2 % 3 - 1)
    return 20 * 0.9 * by_start if treatment.arm == "candidate" else 20


def test_over_several_starts_a_tenth_between_releases_is_found() -> None:
    run = on_several_starts(values(producer_consumer_throughput=lower_by_a_tenth))
    throughput = compare_arm(run, "candidate")[0]
    assert (throughput.difference.starts, throughput.of.tolerance) == (6, 0)
    assert throughput.decision is Decision.WORSE
    assert comparison_table(run, "candidate").groups[0].rows[0].cells[-2:] == ("12", "6")


def test_a_broken_guarantee_is_a_regression() -> None:
    run = on_several_starts(where("lost", 1, "candidate.exactly-once", block=3))
    assert regressions(run, "candidate") == ["broke the guarantee of exactly-once"]
    assert regressions(run, "baseline") == []


@pytest.mark.parametrize(("share", "is_regression"), [(0.2, False), (0.6, False), (1, True)])
def test_a_rate_that_is_shown_to_be_held_no_longer_is_a_regression(share: float, is_regression: bool) -> None:
    def overloaded(treatment: Treatment, column: str, block: int) -> float | None:
        is_slow = treatment.id == "candidate.at-least-once" and block / 12 <= share
        slow = 88 if column.endswith("rate_held") and is_slow else None
        return slow or plain_value(treatment, column, block)

    found = regressions(on_several_starts(overloaded, rate=2000.0), "candidate")
    assert any("does not hold the rate" in regression for regression in found) is is_regression


@pytest.mark.parametrize(
    "value",
    [where("*rate_held", 88), where("*rate_held", None, "candidate.at-least-once")],
    ids=["of the baseline, too", "of no cell"],
)
def test_a_rate_that_the_baseline_misses_too_is_no_regression(value: Value) -> None:
    assert regressions(on_several_starts(value, rate=2000.0), "candidate") == []


def test_all_candidates_are_corrected_together() -> None:
    two = ARMS | {"other": Arm(release="4.1.0")}
    alone, beside = (compare_arm(compared(0.95, arms=arms), "candidate")[0] for arms in (ARMS, two))
    assert beside.difference.low == alone.difference.low
    assert (beside.difference.corrected or (0,))[0] < (alone.difference.corrected or (0,))[0]
