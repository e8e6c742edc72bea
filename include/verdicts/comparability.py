"""Which treatments take part in comparisons at all."""

MIN_TRANSACTION_SHARE = 0.9
"""The smallest share of the requested transaction time that the achieved one may be. A cell whose load ends
within its first transaction has measured shorter transactions than it is named for."""


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
