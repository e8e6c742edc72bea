"""Whether a cell's results depend on its position in the block, or on the previous cell."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtrc

from include.verdicts.pairs import ALPHA
from include.verdicts.student_distribution_and_power import t_quantile
from include.verdicts.trimmed_mean import Numbers

Codes = NDArray[np.intp]


@dataclass(frozen=True)
class OrderedCells:
    """Cells in the order in which they ran, with metric values above zero. Shapes are (cells,)."""

    values: Numbers
    treatments: Codes
    """The number that identifies the treatment of each cell."""
    blocks: Codes
    positions: Codes
    """The position of each cell in its block, from 0."""
    before: Codes
    """The number of the previous cell's treatment; -1 for the first cell."""


@dataclass(frozen=True)
class OrderEffect:
    """An effect of the order of the cells: a ratio of the metric, with its p-value.

    For an effect of the position in a block, ``ratio`` compares the last position with the first position,
    and has an interval. For an effect of the previous cell, ``ratio`` compares the treatment after which the
    metric was highest with the treatment after which it was lowest.
    """

    p_value: float
    ratio: float
    low: float | None = None
    high: float | None = None


def position_effect(cells: OrderedCells) -> OrderEffect | None:
    """The effect of the position in the block on the logarithm of the metric, estimated by a linear fit.

    The effects of treatments and blocks are removed first, by analysis of covariance. The result is None with
    too few cells.
    """
    last = int(cells.positions.max(initial=1))
    fit = _fit(cells, cells.positions[:, None] / last)
    if fit is None:
        return None
    slope, error = float(fit.coefficients[0]), float(fit.errors[0])
    margin = t_quantile(1 - ALPHA / 2, fit.freedom) * error
    low, ratio, high = np.exp([slope - margin, slope, slope + margin]).tolist()
    return OrderEffect(fit.p_value, ratio, low, high)


def carry_over(cells: OrderedCells) -> OrderEffect | None:
    """The effect of the previous cell's treatment on the logarithm of the metric.

    The effects of treatments and blocks are removed first, by analysis of variance. The result is None with
    too few cells.
    """
    follows = cells.before >= 0
    following = OrderedCells(*(column[follows] for column in vars(cells).values()))
    predecessors = np.unique(following.before)
    if predecessors.size < 2:
        return None
    fit = _fit(following, following.before[:, None] == predecessors[1:])
    if fit is None:
        return None
    levels = np.append(fit.coefficients, 0)
    return OrderEffect(fit.p_value, float(np.exp(levels.max() - levels.min())))


@dataclass(frozen=True)
class _Fit:
    coefficients: Numbers
    errors: Numbers
    freedom: int
    p_value: float


def _fit(cells: OrderedCells, effect: NDArray[np.generic]) -> _Fit | None:
    """The least-squares fit of the effect, adjusted for treatments and blocks, and the effect's F-test.

    The fit is None if fewer degrees of freedom are left than the effect has columns, because the test would
    then find effects that do not exist. The fit is also None if treatments and blocks determine the effect's
    columns, as in a run with the same order in all blocks.
    """
    logs = np.log(cells.values)
    others = np.hstack([_indicators(cells.treatments), _indicators(cells.blocks)])
    explained, left = (_residuals(others, target) for target in (effect.astype(float), logs[:, None]))
    columns, rank = effect.shape[1], int(np.linalg.matrix_rank(others))
    freedom = logs.size - rank - columns
    if freedom < columns or np.linalg.matrix_rank(np.hstack([others, effect])) < rank + columns:
        return None
    coefficients = np.linalg.lstsq(explained, left[:, 0])[0]
    rest = np.sum((left[:, 0] - explained @ coefficients) ** 2) / freedom
    errors = np.sqrt(rest * np.diag(np.linalg.inv(explained.T @ explained)))
    gained = (np.sum(left**2) - rest * freedom) / columns
    ratio = gained / rest if rest > 0 else 0.0
    return _Fit(coefficients, errors, freedom, float(fdtrc(columns, freedom, ratio)))


def _residuals(others: Numbers, target: Numbers) -> Numbers:
    left: Numbers = target - others @ np.linalg.lstsq(others, target)[0]
    return left


def _indicators(codes: Codes) -> Numbers:
    """A column for each code: 1 in the rows with this code, and 0 in all other rows."""
    return np.asarray(codes[:, None] == np.unique(codes)).astype(float)
