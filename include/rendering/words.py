"""Words in sentences."""

from collections.abc import Sequence


def capitalised(text: str) -> str:
    """A text whose first letter is a capital."""
    return text[:1].upper() + text[1:]


def enumerated(words: Sequence[str]) -> str:
    """One word or more as part of a sentence: ``one, two and three``."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
