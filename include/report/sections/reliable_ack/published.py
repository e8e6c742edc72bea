"""The paper's Table I: throughput by level of acknowledgement and packet loss."""

from collections.abc import Callable
from functools import cache

import pandas as pd

from include.report.published import FOLDER
from include.report.sections.reliable_ack.packet_loss_series import LossSeries, MeanAndDeviation

NAME = "reliable-ack"
"""A CSV file of figures and a text file with their source, in include/report/published_figures/."""

TableKey = tuple[str, float]
"""Level, and packet loss in percent."""


@cache
def table_one() -> dict[TableKey, MeanAndDeviation]:
    """Means and standard deviations in messages/s."""
    rows = pd.read_csv(FOLDER / f"{NAME}.csv").to_dict("records")
    return {
        (str(row["ack_level"]), float(row["packet_loss_percent"])): MeanAndDeviation(
            float(row["mean_msgs_per_s"]), float(row["stddev_msgs_per_s"])
        )
        for row in rows
    }


def published_rate(series: LossSeries, loss: float) -> MeanAndDeviation | None:
    """The paper's rate for a way to send; None where the paper does not have it."""
    return table_one().get((series.level.value, loss)) if series.is_published else None


def fall(rate_at: Callable[[float], MeanAndDeviation | None], first: float, last: float) -> float | None:
    """The share by which a rate falls from one packet loss to another; None where either rate is unknown."""
    before, after = rate_at(first), rate_at(last)
    return 1 - after.mean / before.mean if before and after and before.mean else None
