"""The violations that every report counts, and their rates."""

from include.rendering.number_format import DASH, significant

PER_MILLION = 1_000_000

COUNTED_VIOLATIONS = {"lost": "acked", "duplicated": "acked", "out_of_order": "received"}
"""Each violation by its metric, with the metric that counts the messages to which it can happen."""


def per_million(violations: int | None, chances: int | None) -> str:
    """The observed rate per million messages.

    Where none of N messages was affected: the upper bound of the rate with 95% confidence, 3/N (the rule of
    three).
    """
    if violations is None or not chances:
        return DASH
    if violations == 0:
        return f"≤ {significant(3 / chances * PER_MILLION)}"
    return significant(violations / chances * PER_MILLION)
