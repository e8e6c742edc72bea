"""Where an output has the id of the message that it is made from, and the count of its key."""

import json
import re
from base64 import b64encode
from typing import Any

ID_FIELD = "kerran"
"""The field of a JSON message, and the record header, that hold the message's id."""

ID_TEXT = "{id}"
"""The text that stands for the id in a message of the user's own."""


def id_text(header: bytes) -> str:
    """The id in the text of a message: the header with which Kerran has sent it, in base64."""
    return b64encode(header).decode()


def checked_message(message: dict[str, Any] | None) -> dict[str, Any] | None:
    """The message of the user's own, unchanged; ValueError if it cannot be JSON."""
    try:
        json.dumps(message, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"cannot be written as JSON: {error}") from None
    return message


def pointer_of_id(message: object) -> str | None:
    """The JSON pointer (RFC 6901) of the first place for the id in a message; None if it has none."""
    if message == ID_TEXT:
        return ""
    if isinstance(message, dict):
        parts = [(name.replace("~", "~0").replace("/", "~1"), part) for name, part in message.items()]
    else:
        parts = list(enumerate(message)) if isinstance(message, list) else []
    places = ((step, pointer_of_id(part)) for step, part in parts)
    return next((f"/{step}{place}" for step, place in places if place is not None), None)


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
