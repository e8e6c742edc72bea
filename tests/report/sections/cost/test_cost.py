import pandas as pd
import pytest

from include.matrix.plan import Treatment
from include.rendering.estimate import Estimate
from include.report.sections.cost.cost import QUANTITIES, Comparison, Finding, ratio_by_block
from include.report.summary_text import cost_sentence
from include.scenarios.delivery.settings import DeliverySettings

THROUGHPUT, LATENCY = QUANTITIES[:2]


def compared(
    low: float | None, high: float | None, message_bytes: int = 1024, ratio: float = 0.9
) -> Comparison:
    settings = DeliverySettings(semantics="exactly-once", message_bytes=message_bytes)
    treatment = Treatment(id="exactly-once", factors={}, settings=settings)
    return Comparison(treatment, THROUGHPUT, Estimate(ratio, low, high, 10), ours=36, baseline=40)


def test_a_ratio_pairs_what_ran_in_the_same_block() -> None:
    ours = pd.Series({1: 10.0, 2: 40.0, 3: 90.0})
    baseline = pd.Series({3: 30.0, 2: 20.0, 1: 10.0})
    found = ratio_by_block(ours, baseline)
    assert found == Estimate(2, None, None, 3)


def test_a_block_without_its_partner_is_left_out_of_a_ratio() -> None:
    found = ratio_by_block(pd.Series({1: 10.0, 2: 40.0}), pd.Series({2: 20.0}))
    assert found == Estimate(2, None, None, 1)


def test_blocks_with_nothing_in_common_have_no_ratio() -> None:
    assert ratio_by_block(pd.Series({1: 10.0}), pd.Series({2: 20.0})) is None


def test_a_zero_in_the_baseline_makes_no_ratio() -> None:
    assert ratio_by_block(pd.Series({1: 10.0}), pd.Series({1: 0.0})) is None


@pytest.mark.parametrize(
    ("low", "high", "finding"),
    [
        (0.8, 0.99, Finding.LOWER),
        (1.01, 1.2, Finding.HIGHER),
        (0.8, 1.2, Finding.NOT_SHOWN),
        (0.8, 1.0, Finding.NOT_SHOWN),
        (1.0, 1.2, Finding.NOT_SHOWN),
        (None, None, Finding.TOO_FEW),
    ],
)
def test_a_difference_is_found_only_where_the_interval_excludes_one(
    low: float | None, high: float | None, finding: Finding
) -> None:
    assert compared(low, high).finding is finding


def test_a_lower_throughput_is_told_with_its_evidence() -> None:
    assert cost_sentence([compared(0.8, 0.95)]) == (
        "End-to-end throughput was lower: 0.900 times at-least-once's "
        "(95% interval 0.800 to 0.950; 36.0 against 40.0\N{NO-BREAK SPACE}MiB/s)."
    )


def test_an_interval_that_includes_one_is_not_told_as_a_difference() -> None:
    sentence = cost_sentence([compared(0.8, 1.05)])
    assert sentence.startswith("No difference in end-to-end throughput was shown: 0.900 times")
    assert "lower" not in sentence


def test_without_an_interval_only_the_measurement_is_told() -> None:
    assert cost_sentence([compared(None, None)]) == (
        "End-to-end throughput was measured at 0.900 times at-least-once's "
        "(36.0 against 40.0\N{NO-BREAK SPACE}MiB/s)."
    )


def test_several_comparisons_are_told_by_what_each_allows() -> None:
    found = [compared(0.4, 0.6, 128, 0.5), compared(0.9, 1.1, 512, 1), compared(0.7, 0.9, 1024, 0.8)]
    assert cost_sentence(found).replace("\N{NO-BREAK SPACE}", " ") == (
        "End-to-end throughput was measured at 0.500 to 1.00 times at-least-once's in 3 comparisons: "
        "lower at 128 B and 1,024 B; no difference shown at 512 B."
    )


def test_several_comparisons_without_intervals_find_nothing() -> None:
    sentence = cost_sentence([compared(None, None, 128, 0.5), compared(None, None, 512, 0.8)])
    assert (
        sentence
        == "End-to-end throughput was measured at 0.500 to 0.800 times at-least-once's in 2 comparisons."
    )
