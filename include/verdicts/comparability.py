"""Which treatments take part in comparisons at all, and which latencies."""

from collections.abc import Collection

from include.verdicts.held_rate import is_held

MIN_TRANSACTION_SHARE = 0.9
"""The smallest share of the requested transaction time that the achieved one may be. A cell whose load ends
within its first transaction has measured shorter transactions than it is named for."""


MOST_MISSED = 0.25
"""The largest share of cells that may miss their rate. Above it, too much of the median is a queue."""


def why_not_compared(requested_ms: float | None, achieved_ms: float | None) -> str:
    """Why a treatment takes part in no comparison, as a clause; empty where it does.

    Args:
        requested_ms: The transaction time that was asked for; None without transactions.
        achieved_ms: The median over its cells of the achieved time; None where no transaction was committed.
    """
    if requested_ms is None or (achieved_ms or 0) >= MIN_TRANSACTION_SHARE * requested_ms:
        return ""
    if achieved_ms is None:
        return "no transaction was committed"
    return f"its transactions lasted {achieved_ms:.3g} ms, and {requested_ms:g} ms were requested"


def why_latency_not_compared(held_percents: Collection[float | None], whose: str) -> str:
    """Why a latency is not compared, as a clause; empty where it is.

    Where a rate is not held, a queue grows, and the latency depends on how long the cell lasts. A treatment
    is below saturation if at most a quarter of its cells missed their rate; then all of its cells are
    compared, since those that held it would be a selection by their outcome. A single cell may miss it by
    chance: in a cell of three seconds a percent is a growth of the latency by 18 ms, of 60 to 120 ms with
    transactions.

    Args:
        held_percents: How much of its rate each cell held, in percent; None where it is not known.
        whose: Whose rate this is, for the clause: ``its``.
    """
    cells = len(held_percents)
    missed = sum(percent is not None and not is_held(percent) for percent in held_percents)
    is_saturated = missed > MOST_MISSED * cells
    return f"{whose} rate was not held in {missed} of {cells} cells" if is_saturated else ""
