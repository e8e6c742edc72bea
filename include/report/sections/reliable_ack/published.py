"""The paper's Table I: throughput by level and packet loss."""

from collections.abc import Callable
from functools import cache

import pandas as pd

from include.report.published import FOLDER
from include.report.sections.reliable_ack.packet_loss_series import Line, Spread

FILE = FOLDER / "reliable-ack.csv"

Key = tuple[str, float]
"""Level, and packets lost in percent."""


@cache
def table_one() -> dict[Key, Spread]:
    """Mean and standard deviation of messages/s."""
    rows = pd.read_csv(FILE).to_dict("records")
    return {
        (str(row["ack_level"]), float(row["packet_loss_percent"])): Spread(
            float(row["mean_msgs_per_s"]), float(row["stddev_msgs_per_s"])
        )
        for row in rows
    }


def published(line: Line, loss: float) -> Spread | None:
    """The paper's figure for a way to send; None where it had none."""
    return table_one().get((line.level.value, loss)) if line.is_published else None


def source() -> str:
    """Where the figures come from."""
    return FILE.with_suffix(".txt").read_text(encoding="utf-8").strip()


def fall(rate_at: Callable[[float], Spread | None], first: float, last: float) -> float | None:
    """The share by which a rate fell from one loss to another; None where either is missing."""
    before, after = rate_at(first), rate_at(last)
    return 1 - after.mean / before.mean if before and after and before.mean else None
