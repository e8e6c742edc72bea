"""Where an output has the id of the message that it is made from, and the count of its key."""

import re

ID_FIELD = "kerran"
"""The field of a JSON message, and the record header, that hold the message's id."""


def checked_place(place: str) -> str:
    """The place of the id in an output, unchanged; ValueError if it is none."""
    if place in ("header", "value") or _is_pointer(place):
        return place
    raise ValueError(f"{place!r} should be header, value, or a JSON pointer such as /{ID_FIELD}")


def checked_pointer(pointer: str | None) -> str | None:
    """The JSON pointer, unchanged; ValueError if it is none."""
    if pointer is None or _is_pointer(pointer):
        return pointer
    raise ValueError(f"{pointer!r} should be a JSON pointer such as /count")


def _is_pointer(text: str) -> bool:
    return re.fullmatch(r"(/[^/]+)+", text) is not None
