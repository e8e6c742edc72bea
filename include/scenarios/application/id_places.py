"""Where an output has the id of the message that it is made from, and the count of its key."""

import json
import re
from typing import Any

ID_FIELD = "kerran"
"""The field of a JSON message, and the record header, that hold the message's id."""

ID_TEXT = "{id}"
"""The text that stands for the id in a message of the user's own."""


def checked_message(message: dict[str, Any] | None) -> dict[str, Any] | None:
    """The message of the user's own, unchanged; ValueError if it cannot be JSON."""
    try:
        json.dumps(message, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"cannot be written as JSON: {error}") from None
    return message


def has_id(message: object) -> bool:
    """Whether a message of the user's own has a place for the id."""
    if isinstance(message, dict):
        return any(map(has_id, message.values()))
    if isinstance(message, list):
        return any(map(has_id, message))
    return message == ID_TEXT


def pointer_of_id(message: object) -> str | None:
    """The JSON pointer of the first place for the id; None if there is none outside of lists."""
    if not isinstance(message, dict):
        return "" if message == ID_TEXT else None
    places = ((name, pointer_of_id(value)) for name, value in message.items())
    return next((f"/{name}{place}" for name, place in places if place is not None), None)


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
