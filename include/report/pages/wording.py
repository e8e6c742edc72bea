"""The wording of numbers, intervals and lists of words, for tables and sentences."""

from collections.abc import Sequence
from math import floor, isfinite, log10

NO_BREAK = "\N{NO-BREAK SPACE}"
"""The space between a number and its unit."""

DASH = "\N{EN DASH}"
"""The text in place of a missing value."""


def significant(value: float | None, digits: int = 3) -> str:
    """A value with ``digits`` significant digits, without an exponent; a dash if it is None or not finite."""
    if value is None or not isfinite(value):
        return DASH
    rounded = float(f"{value:.{digits - 1}e}")
    if rounded == 0:
        return "0"
    decimals = max(0, digits - 1 - floor(log10(abs(rounded))))
    return _with_minus(f"{rounded:,.{decimals}f}")


def count(value: float | None) -> str:
    """A whole number with all digits; a dash if it is None or not finite."""
    if value is None or not isfinite(value):
        return DASH
    return _with_minus(f"{value:,.0f}")


def number_of(number: int, noun: str) -> str:
    """A number of things: ``1 message``, ``2,000 messages``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def fixed(value: float | None, decimals: int) -> str:
    """A value with ``decimals`` decimals, without a minus before zero; a dash if it is None or not finite."""
    if value is None or not isfinite(value):
        return DASH
    return _with_minus(f"{round(value, decimals) + 0.0:,.{decimals}f}")


def interval(low: float | None, high: float | None) -> str:
    """The ends of an interval; a dash where there is no interval."""
    if low is None or high is None:
        return DASH
    return f"{significant(low)} to {significant(high)}"


def with_interval(value: float | None, low: float | None, high: float | None, name: str = "") -> str:
    """A value, and in brackets the name and the ends of its interval; a dash for None."""
    if value is None:
        return DASH
    between = "" if low is None or high is None else f" ({name}{interval(low, high)})"
    return significant(value) + between


def percent(share: float | None) -> str:
    """A share (1 is 100 %) in percent, with two significant digits; a dash if it is None or not finite."""
    if share is None or not isfinite(share):
        return DASH
    return f"{significant(100 * share, 2)}{NO_BREAK}%"


def _with_minus(text: str) -> str:
    return text.replace("-", "−")  # noqa: RUF001 - the typographic minus, as wide as a plus


def capitalised(text: str) -> str:
    """A text whose first letter is a capital."""
    return text[:1].upper() + text[1:]


def enumerated(words: Sequence[str]) -> str:
    """One word or more as part of a sentence: ``one, two and three``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def first_of(names: Sequence[str], most: int) -> str:
    """Up to ``most`` names, and the number of the others: ``one, two and 3 more``."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more:,} more" if more > 0 else "")


NUMBER_WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def number_word(number: int) -> str:
    """A whole number: as a word up to twelve, and in digits above twelve."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"
