"""The looks of the items of a chart or table: the colour, marker and dash pattern that distinguish them.

The colours are distinct with any colour vision (after Okabe and Ito, https://jfly.uni-koeln.de/color/), and
have enough contrast on white and on near-black. The markers distinguish the items without colour.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

DASHES = ("solid", "dashed", "dotted", "dashdot")
"""Dash patterns by Matplotlib's names, for lines that share a colour."""

INK, QUIET, LINE = "#010101", "#020202", "#030303"
"""Placeholders for the colours of text, quiet text and lines. The style sheet has the colours."""

DARK_TEXT = "#1b1f24"
"""The colour of text on a light bar, both on light pages and on dark pages."""


@dataclass(frozen=True)
class Look:
    """A CSS colour, one of Matplotlib's markers and one of its dash patterns."""

    colour: str
    symbol: str
    dash: str = DASHES[0]


ORANGE = Look("#d98b00", "^")
BLUE = Look("#2f8fd6", "o")
GREEN = Look("#0f9d76", "s")
PINK = Look("#cc5f9f", "D")
VIOLET = Look("#8a6fd1", "P")
BROWN = Look("#a0622d", "X")
RED = Look("#b5382a", "*")

PALETTE = (ORANGE, BLUE, GREEN, PINK, VIOLET, BROWN, RED)

NEUTRAL = Look("#808890", "o")
"""The look of reference lines, and of items that have no rank."""

SHADED = "#c83c3c"
"""The colour of a shaded part of the time axis. It is drawn nearly transparent."""

PARTS = ("#b4bac1", "#77aadd", "#eedd88", "#ee8866", "#aaaa00", "#44bb99")
"""The colours of the parts of a whole, such as a divided bar, in the order of the parts.

The colours differ from one another with any colour vision, and from the colours of items. Dark text is
legible on each of them. After Paul Tol's light scheme, https://sronpersonalpages.nl/~pault/.
"""


def look(rank: int) -> Look:
    """The look of the item with this rank, counted from 0.

    After the last colour the colours repeat, each time with another dash pattern.
    """
    repetition, place = divmod(rank, len(PALETTE))
    return with_dash(PALETTE[place], repetition)


def with_dash(look: Look, number: int) -> Look:
    """A copy of ``look`` with a dash pattern; ``number`` counts the lines of the same colour from 0."""
    return replace(look, dash=DASHES[number % len(DASHES)])


def with_dashes(looks: Iterable[Look]) -> list[Look]:
    """Copies of ``looks`` with dash patterns, which differ among the first four lines of a colour."""
    numbers: Counter[str] = Counter()
    dashed = []
    for solid in looks:
        dashed.append(with_dash(solid, numbers[solid.colour]))
        numbers[solid.colour] += 1
    return dashed
