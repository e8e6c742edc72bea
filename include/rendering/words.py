"""Words in sentences."""

from collections.abc import Sequence


def capitalised(text: str) -> str:
    """A text whose first letter is a capital."""
    return text[:1].upper() + text[1:]


def enumerated(words: Sequence[str]) -> str:
    """One word or more as part of a sentence: ``one, two and three``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


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
    """A whole number as a word up to twelve, and in digits above."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"
