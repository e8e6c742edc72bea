import pytest

from include.matrix.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.treatments.paired_comparisons import Shown, compared, finding, in_words
from include.verdicts.paired_differences import PairedDifference
from include.verdicts.pairs import Kind
from tests.report.synthetic import make_plan, measured_run, plain_value

RATE, LATENCY = "producer_broker_rate", "producer_broker_latency_p50"


def value(treatment: Treatment, column: str, block: int) -> float | None:
    """Each block is twice as fast as the one before; exactly-once has half of the rate."""
    if column == RATE:
        return 2.0**block / (2 if treatment.traits.is_transactional else 1)
    return plain_value(treatment, column, block)


def run_of(without: tuple[str, ...] = ()) -> MeasuredRun:
    plan = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 6)
    return measured_run(plan, value, without=without)


def differences(run: MeasuredRun, *columns: str) -> list[PairedDifference]:
    at_least_once, exactly_once = run.plan.treatments
    found = compared(run, columns, lambda column: (exactly_once, at_least_once, column))
    return [difference for _, difference in found]


def test_what_ran_in_the_same_block_is_a_pair_which_counts_once_if_it_is_stated_twice() -> None:
    rate, again = differences(run_of(), RATE, RATE)
    assert (rate.kind, rate.pairs) == (Kind.RATIO, 6)
    assert rate.estimate == pytest.approx(0.5)
    assert rate.low == rate.low_corrected
    assert again == rate


def test_a_block_without_its_partner_is_no_pair() -> None:
    [rate] = differences(run_of(("at-least-once.r02",)), RATE)
    assert (rate.pairs, rate.estimate) == (5, None)


def test_a_latency_is_compared_by_its_difference() -> None:
    [latency] = differences(run_of(), LATENCY)
    assert latency.kind is Kind.DIFFERENCE


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
