from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from include.verdicts.order_effects import OrderedCells, OrderEffect, carry_over, position_effect
from include.verdicts.trimmed_mean import Numbers


def cells(seed: int, drift: float = 0.0, after_first: float = 0.0, blocks: int = 12) -> OrderedCells:
    """Four treatments in random order in each block, which differ by much; blocks differ too.

    The logarithm grows by ``drift`` from the first to the last position of a block, and is larger by
    ``after_first`` in the cell after one of the first treatment.
    """
    chance = np.random.default_rng(seed)
    treatments = np.concatenate([chance.permutation(4) for _ in range(blocks)])
    numbers, positions = np.repeat(np.arange(blocks), 4), np.tile(np.arange(4), blocks)
    before = np.append(-1, treatments[:-1])
    logs = treatments + chance.normal(0, 0.3, blocks)[numbers] + chance.normal(0, 0.05, 4 * blocks)
    logs = logs + drift * positions / 3 + after_first * (before == 0)
    return OrderedCells(np.exp(logs), treatments, numbers, positions, before)


def seen(effect: OrderEffect | None) -> OrderEffect:
    assert effect
    return effect


def test_a_drift_within_blocks_and_a_treatment_that_disturbs_the_next_cell_are_seen() -> None:
    drift, disturbance = position_effect(cells(1, drift=0.2)), carry_over(cells(2, after_first=0.2))
    assert seen(drift).p_value < 0.001
    assert (seen(drift).low or 0) < np.exp(0.2) < (seen(drift).high or 0)
    assert seen(disturbance).p_value < 0.001
    assert 1.1 < seen(disturbance).ratio < 1.4


def probability(cells: OrderedCells, *effect: Numbers) -> float:
    """That of an effect by the F-test: what a linear model explains with its columns, and without them."""
    blocks = [cells.blocks == block for block in range(1, 12)]
    others = [*(cells.treatments == treatment for treatment in range(4)), *blocks]
    without, whole = (
        np.linalg.lstsq(np.array(columns, float).T, np.log(cells.values))[1][0]
        for columns in (others, [*others, *effect])
    )
    freedom = cells.values.size - len(others) - len(effect)
    return float(stats.f.sf((without - whole) / len(effect) / (whole / freedom), len(effect), freedom))


def test_the_probability_of_an_effect_is_that_of_the_f_test_of_two_linear_models() -> None:
    measured = cells(1, drift=0.03, after_first=0.03)
    position, before = seen(position_effect(measured)), seen(carry_over(measured))
    assert position.p_value == pytest.approx(probability(measured, measured.positions / 3))
    later = OrderedCells(*(column[1:] for column in vars(measured).values()))
    levels = [later.before == treatment for treatment in (1, 2, 3)]
    assert before.p_value == pytest.approx(probability(later, *levels))


def test_the_interval_of_the_ratio_is_as_wide_as_its_probability_says() -> None:
    position, freedom = seen(position_effect(cells(1, drift=0.2))), 48 - 15 - 1
    errors = np.sqrt(stats.f.isf(position.p_value, 1, freedom))
    margin = np.exp(stats.t.ppf(0.975, freedom) * np.log(position.ratio) / errors)
    assert position.low == pytest.approx(position.ratio / margin)
    assert position.high == pytest.approx(position.ratio * margin)


def ordered(*blocks: str, ratio: float = 1.0) -> OrderedCells:
    """Cells in these orders, a letter a treatment, that are larger by a ratio at the second position."""
    treatments = np.array([ord(letter) for letter in "".join(blocks)])
    numbers = np.repeat(np.arange(len(blocks)), len(blocks[0]))
    positions = np.tile(np.arange(len(blocks[0])), len(blocks))
    noise = np.random.default_rng(5).normal(1, 1e-6, treatments.size)
    before = np.append(-1, treatments[:-1])
    return OrderedCells(noise * ratio**positions, treatments, numbers, positions, before)


def test_two_treatments_have_effects_if_a_degree_of_freedom_is_left_and_one_treatment_has_none() -> None:
    effect = seen(position_effect(ordered("AB", "BA", "AB", ratio=1.5)))
    assert effect.ratio == pytest.approx(1.5, abs=1e-3)
    assert position_effect(ordered("AB", "BA", ratio=1.5)) is None
    assert carry_over(ordered("AB", "BA", "AB", "BA", "BA", "AB"))
    with np.errstate(all="raise"):
        assert position_effect(ordered("A", "A", "A")) is carry_over(ordered("A", "A", "A")) is None


def test_an_effect_of_the_order_is_told_from_one_of_a_treatment_only_if_the_order_differs() -> None:
    assert position_effect(ordered("AB", "AB", "AB", "AB", "AB", "AB")) is None


def test_where_nothing_varies_nothing_is_an_effect() -> None:
    effect = seen(position_effect(replace(cells(1), values=np.ones(48))))
    assert (effect.p_value, effect.ratio) == (1, 1)


def test_a_single_block_and_too_many_treatments_before_say_nothing() -> None:
    assert position_effect(cells(3, blocks=1)) is None
    assert carry_over(cells(3, blocks=1)) is None
    few = cells(4, blocks=6)
    assert carry_over(replace(few, before=np.append(-1, np.arange(few.before.size - 1) % 13))) is None
