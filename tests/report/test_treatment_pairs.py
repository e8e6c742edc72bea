"""Pairs of cells of the same block, and what their interval shows."""

from pathlib import Path

import pytest

from include.matrix.plan import Treatment
from include.report.measured_run import MeasuredRun
from include.report.treatments.paired_comparisons import (
    Shown,
    TreatmentPair,
    compare_pairs,
    finding,
    in_words,
)
from include.verdicts.paired_differences import Kind, PairedDifference
from tests.report.synthetic import make_plan, measured_run, plain_value

RATE = TreatmentPair("exactly-once", "at-least-once", "producer_broker_rate")
LATENCY = TreatmentPair("exactly-once", "at-least-once", "producer_broker_latency_p50")


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """Each block is twice as fast as the one before; exactly-once has half of the rate."""
    if column == RATE.column:
        return 2.0**block / (2 if treatment.traits.is_transactional else 1)
    return plain_value(treatment, column, block)


def run_of(folder: Path, without: tuple[str, ...] = ()) -> MeasuredRun:
    plan = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 6)
    return measured_run(folder, plan, value, without=without)


def test_what_ran_in_the_same_block_is_a_pair_which_counts_once_if_it_is_stated_twice(tmp_path: Path) -> None:
    difference = compare_pairs(run_of(tmp_path), [RATE, RATE])[RATE]
    assert (difference.kind, difference.pairs) == (Kind.RATIO, 6)
    assert difference.estimate == pytest.approx(0.5)
    assert difference.low == difference.low_corrected


def test_a_block_without_its_partner_is_no_pair(tmp_path: Path) -> None:
    difference = compare_pairs(run_of(tmp_path, ("at-least-once.r02",)), [RATE])[RATE]
    assert (difference.pairs, difference.estimate) == (5, None)


def test_a_latency_is_compared_by_its_difference(tmp_path: Path) -> None:
    assert compare_pairs(run_of(tmp_path), [LATENCY])[LATENCY].kind is Kind.DIFFERENCE


def test_over_several_starts_the_interval_contains_their_variation(tmp_path: Path) -> None:
    def of(treatment: Treatment, column: str, block: int) -> float | None:
        """The ratio of exactly-once differs by start, and hardly within a start."""
        if column == RATE.column and treatment.traits.is_transactional:
            return 0.5 + 0.1 * ((block - 1) // 3) + 0.001 * block
        return 1.0 if column == RATE.column else plain_value(treatment, column, block)

    plans = [make_plan({"semantics": ["at-least-once", "exactly-once"]}, 12, starts=n) for n in (1, 4)]
    runs = [measured_run(tmp_path / str(number), plan, of) for number, plan in enumerate(plans)]
    single, several = (compare_pairs(run, [RATE])[RATE] for run in runs)
    assert (single.starts, several.starts) == (1, 4)
    assert (several.high or 0) - (several.low or 0) > 1.5 * ((single.high or 0) - (single.low or 0))


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ((0.8, 0.9), Shown.LOWER),
        ((1.1, 1.2), Shown.HIGHER),
        ((0.9, 1.1), Shown.NOT_SHOWN),
        ((1.0, 1.1), Shown.NOT_SHOWN),
    ],
)
def test_the_corrected_interval_decides(ends: tuple[float, float], expected: Shown) -> None:
    difference = PairedDifference(Kind.RATIO, 6, sum(ends) / 2, 1.5, 1.6, *ends)
    assert finding(difference) is expected


def test_too_few_pairs_show_nothing_and_are_a_dash() -> None:
    few = PairedDifference(Kind.RATIO, 5)
    assert finding(few) is Shown.TOO_FEW
    assert in_words(few) == "–"  # noqa: RUF001
