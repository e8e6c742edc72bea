import pytest

from include.report.treatments.paired_comparisons import compared, in_words
from include.verdicts.comparison.compare import Difference, Finding
from include.verdicts.comparison.samples import Kind
from tests.report.synthetic import make_plan, measured_run, values

RATE = "producer_broker_rate"


def test_what_ran_in_the_same_block_is_a_pair_which_counts_once_if_it_is_stated_twice() -> None:
    plan = make_plan({"semantics": ["at-least-once", "exactly-once"]}, 6)
    at_least_once, exactly_once = plan.treatments
    doubling = values(producer_broker_rate=lambda of, block: 2.0**block / (1 + (of.id == exactly_once.id)))
    run = measured_run(plan, doubling)
    (_, rate), (_, again) = compared(run, (RATE, RATE), lambda column: (exactly_once, at_least_once, column))
    assert (rate.kind, rate.pairs) == (Kind.RATIO, 6)
    assert rate.estimate == pytest.approx(0.5)
    assert rate.low == rate.low_corrected
    assert again == rate


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ((0.8, 0.9), Finding.LOWER),
        ((1.1, 1.2), Finding.HIGHER),
        ((0.9, 1.1), Finding.NOT_SHOWN),
        ((1.0, 1.1), Finding.NOT_SHOWN),
    ],
)
def test_the_corrected_interval_decides(ends: tuple[float, float], expected: Finding) -> None:
    assert Difference(Kind.RATIO, 6, sum(ends) / 2, 1.5, 1.6, *ends).finding is expected


def test_too_few_pairs_show_nothing_and_are_a_dash() -> None:
    few = Difference(Kind.RATIO, 2)
    assert few.finding is Finding.TOO_FEW
    assert in_words(few) == "–"  # noqa: RUF001
