"""Where an output has the id of the message that it is made from."""

import re

ID_FIELD = "kerran"
"""The field of a JSON message, and the record header, that hold the message's id."""


def checked_place(place: str) -> str:
    """The place of the id in an output, unchanged; ValueError if it is none."""
    if place in ("header", "value") or re.fullmatch(r"(/[^/]+)+", place):
        return place
    raise ValueError(f"{place!r} should be header, value, or a JSON pointer such as /{ID_FIELD}")
