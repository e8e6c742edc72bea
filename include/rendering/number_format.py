"""Numbers as a reader sees them."""

from math import floor, isfinite, log10

NO_BREAK = "\N{NO-BREAK SPACE}"
"""Between a number and its unit."""

DASH = "\N{EN DASH}"
"""Stands where there is no value."""


def significant(value: float | None, digits: int = 3) -> str:
    """A measured value to so many significant digits, never in exponential form; a dash for none."""
    if value is None or not isfinite(value):
        return DASH
    rounded = float(f"{value:.{digits - 1}e}")
    if rounded == 0:
        return "0"
    decimals = max(0, digits - 1 - floor(log10(abs(rounded))))
    return _with_minus(f"{rounded:,.{decimals}f}")


def count(value: float | None) -> str:
    """A whole number in full; a dash for none."""
    if value is None or not isfinite(value):
        return DASH
    return _with_minus(f"{value:,.0f}")


def interval(low: float | None, high: float | None) -> str:
    """Both ends of an interval; a dash where there is none."""
    if low is None or high is None:
        return DASH
    return f"{significant(low)} to {significant(high)}"


def _with_minus(text: str) -> str:
    return text.replace("-", "−")  # noqa: RUF001 - the typographic minus, as wide as a plus
