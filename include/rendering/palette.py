"""One colour and one mark for each semantics, throughout a report.

The colours are told apart with any colour vision (after Okabe and Ito), and stand out on white and on
near-black alike; the marks say the same without colour.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Look:
    """A colour, and the name of a plotly marker symbol."""

    colour: str
    symbol: str


LOOKS: dict[str, Look] = {
    "at-most-once": Look("#d98b00", "triangle-up"),
    "at-least-once": Look("#2f8fd6", "circle"),
    "idempotent": Look("#0f9d76", "square"),
    "exactly-once": Look("#cc5f9f", "diamond"),
}
"""In the order in which a report lists them: from the weakest promise to the strongest."""

MEMBERS = ("#2f8fd6", "#d98b00", "#0f9d76", "#cc5f9f", "#8a6fd1", "#a0622d")
"""Colours of a group's members, in the order of their places; told apart likewise, and numbered besides."""

OTHER = Look("#808890", "circle")
"""For what has no semantics of its own."""


def look(semantics: str) -> Look:
    """The look of a semantics."""
    return LOOKS.get(semantics, OTHER)
