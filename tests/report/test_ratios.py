import pandas as pd
import pytest

from include.rendering.estimate import Estimate
from include.report.ratios import RatioFinding, ratio_by_block, ratio_finding


def test_a_ratio_pairs_what_ran_in_the_same_block() -> None:
    values = pd.Series({1: 10.0, 2: 40.0, 3: 90.0})
    baseline = pd.Series({3: 30.0, 2: 20.0, 1: 10.0})
    assert ratio_by_block(values, baseline) == Estimate(2, None, None, 3)


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
        (0.8, 0.99, RatioFinding.LOWER),
        (1.01, 1.2, RatioFinding.HIGHER),
        (0.8, 1.2, RatioFinding.NOT_SHOWN),
        (0.8, 1.0, RatioFinding.NOT_SHOWN),
        (1.0, 1.2, RatioFinding.NOT_SHOWN),
        (None, None, RatioFinding.TOO_FEW),
    ],
)
def test_a_difference_is_shown_only_where_the_interval_excludes_one(
    low: float | None, high: float | None, finding: RatioFinding
) -> None:
    assert ratio_finding(Estimate(0.9, low, high, 10)) is finding
