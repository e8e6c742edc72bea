"""Ratios of two treatments, paired by block, and what the interval of a ratio shows."""

from enum import StrEnum

import pandas as pd

from include.rendering.estimate import Estimate, estimate

BASELINE = "at-least-once"
"""The semantics to which the costs of the others are ratios."""


class RatioFinding(StrEnum):
    """What the interval of a ratio shows."""

    LOWER = "lower"
    HIGHER = "higher"
    NOT_SHOWN = "no difference shown"
    TOO_FEW = "too few repetitions to tell"


def ratio_finding(ratio: Estimate) -> RatioFinding:
    """A difference is shown only where the whole interval of the ratio lies on one side of 1."""
    if ratio.low is None or ratio.high is None:
        return RatioFinding.TOO_FEW
    if ratio.high < 1:
        return RatioFinding.LOWER
    return RatioFinding.HIGHER if ratio.low > 1 else RatioFinding.NOT_SHOWN


def ratio_by_block(values: "pd.Series[float]", baseline: "pd.Series[float]") -> Estimate | None:
    """The median ratio over the blocks that have both values; None where no block has both.

    Both series are indexed by block. Blocks in which either value is not above zero are left out, because
    they have no meaningful ratio. Pairing by block keeps the drift of the machine out of the ratio.
    """
    both = pd.concat({"values": values, "baseline": baseline}, axis=1, join="inner")
    both = both[(both["values"] > 0) & (both["baseline"] > 0)]
    ratios = (both["values"] / both["baseline"]).tolist()
    return estimate(ratios) if ratios else None
