"""How much room a text needs, which depends on the font of who reads the page."""

AVERAGE_LETTER = 0.57
"""The width of a letter of a wide font, as a share of the font's size."""

LONGEST_NAME = 56
"""The number of letters of a name for which a drawing has room."""


def text_width(text: str, size: float) -> float:
    """The width of a text in pixels, rather too large than too small."""
    return AVERAGE_LETTER * size * max(map(len, text.splitlines()), default=0)


def shortened(name: str) -> str:
    """A name for which a drawing has room."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
