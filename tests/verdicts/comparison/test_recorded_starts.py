"""Regressions that are drawn from recorded cells: equal arms, and a candidate that is a tenth worse.

Nine published runs of cost.yaml on a quiet machine are nine starts of the brokers, with six blocks each. A
regression has six starts of either arm with three blocks each, as regression.yaml.
"""

import csv
import io
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from include.kinds.metrics.metric import Better
from include.verdicts.comparison.compare import ALPHA, POWER, Difference, compare_together
from include.verdicts.comparison.decide import Decision, decide
from include.verdicts.comparison.samples import Kind, Pairs

RUNS = Path("docs/runs")
QUIET = [RUNS / f"cost-{number}.zip" for number in range(10, 19)]
TREATMENTS = ("at-least-once", "exactly-once.tx100ms")
COLUMNS = ("producer_consumer_latency_p50", "broker_cpu_time")
STARTS, BLOCKS, PLANTED = 6, 3, 1.1
REGRESSIONS = 200


@cache
def recorded() -> np.ndarray:
    """The values of the recorded cells, shape (starts, blocks, treatments, columns)."""
    values = []
    for run in QUIET:
        with ZipFile(run) as package:
            name = next(name for name in package.namelist() if name.endswith("/cells.csv"))
            rows = list(csv.DictReader(io.TextIOWrapper(package.open(name), encoding="utf-8")))
        cells = {(row["treatment"], int(row["block"])): row for row in rows}
        values.append(
            [
                [[float(cells[of, block][column]) for column in COLUMNS] for of in TREATMENTS]
                for block in range(1, 7)
            ]
        )
    return np.array(values)


@cache
def regressions(planted: float) -> list[list[Difference]]:
    """The comparisons of each drawn regression, whose candidate is worse by ``planted``."""
    return [regression(recorded(), planted, seed) for seed in range(REGRESSIONS)]


def regression(cells: np.ndarray, planted: float, seed: int) -> list[Difference]:
    """The comparisons of a drawn regression. The arms have different starts at each time."""
    random = np.random.default_rng(seed)
    order = random.permutation(len(cells))
    baselines, candidates = order[:STARTS], np.roll(order, 1)[:STARTS]
    blocks = random.permutation(cells.shape[1])
    baseline = cells[baselines][:, blocks[:BLOCKS]].reshape(-1, len(TREATMENTS), len(COLUMNS))
    candidate = cells[candidates][:, blocks[BLOCKS:]].reshape(baseline.shape) * planted
    starts = np.repeat(np.arange(STARTS, dtype=float), BLOCKS)
    return compare_together(
        [
            Pairs(Kind.RATIO, candidate[:, of, column], baseline[:, of, column], starts)
            for of in range(len(TREATMENTS))
            for column in range(len(COLUMNS))
        ]
    )


def test_of_twenty_regressions_with_equal_arms_one_at_most_is_wrong() -> None:
    wrong = [
        any(decide(ratio, Better.LOWER) in (Decision.WORSE, Decision.BETTER) for ratio in ratios)
        for ratios in regressions(1)
    ]
    assert sum(wrong[:20]) <= 1
    assert np.mean(wrong) <= ALPHA


def test_a_difference_of_the_stated_size_is_found_by_nine_of_ten_regressions() -> None:
    for comparison, stated in enumerate(detectable_ratios()):
        assert found(stated)[comparison] == pytest.approx(POWER, abs=0.12)


def test_a_tenth_is_found_where_it_is_stated_to_be_detectable_and_seldom_elsewhere() -> None:
    is_detectable = detectable_ratios() <= PLANTED
    assert is_detectable.any()
    assert (found(PLANTED) >= POWER).tolist() == is_detectable.tolist()


def detectable_ratios() -> np.ndarray:
    """The ratio that nine of ten are said to find, the median over regressions, shape (comparisons,)."""
    logarithms = np.array([[ratio.detectable for ratio in ratios] for ratios in regressions(1)], float)
    return np.asarray(np.exp(np.median(logarithms, axis=0)))


def found(planted: float) -> np.ndarray:
    """The share of regressions that find a candidate worse by ``planted``, shape (comparisons,)."""
    shares: np.ndarray = np.mean(
        [[decide(ratio, Better.LOWER) is Decision.WORSE for ratio in of] for of in regressions(planted)],
        axis=0,
    )
    return shares
