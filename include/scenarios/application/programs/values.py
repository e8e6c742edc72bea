"""The values of the input messages, and the ids in output messages."""

import binascii
import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
import numpy as np
from confluent_kafka import Message

from include.consumers.content_check import ContentCheck
from include.load.message import HEADER, HEADER_BYTES
from include.scenarios.application.id_places import ID_FIELD, ID_TEXT, id_text

NO_ID = b""


def json_value(value: bytes) -> bytes:
    """A message of Kerran as a JSON object: header and number, and printable filler up to the same size."""
    header = value[:HEADER_BYTES]
    number, *_ = HEADER.unpack(header)
    fields = {ID_FIELD: id_text(header), "number": number, "text": ""}
    text = b64encode(value[HEADER_BYTES:]).decode()
    room = max(0, len(value) - len(json.dumps(fields)))
    return json.dumps({**fields, "text": text[:room]}).encode()


def form_of_values(*, is_json: bool, template: Mapping[str, Any] | None) -> Callable[[bytes], bytes]:
    """What makes the value of an input message from a message of Kerran.

    Args:
        is_json: Whether the value is a JSON object.
        template: An object of the user, in which the text ``{id}`` stands for the id; None: that of Kerran.
    """
    if template is not None:
        parts = json.dumps(template).encode().split(json.dumps(ID_TEXT).encode())
        return partial(_joined, parts)
    return json_value if is_json else bytes


def _joined(parts: Sequence[bytes], value: bytes) -> bytes:
    return json.dumps(id_text(value[:HEADER_BYTES])).encode().join(parts)


def record_headers(value: bytes) -> list[tuple[str, str | bytes | None]]:
    """The record headers of a message: its id, as text."""
    return [(ID_FIELD, id_text(value[:HEADER_BYTES]).encode())]


def id_of(message: Message, place: str) -> bytes:
    """The header with which Kerran has sent a message, found in an output; empty if there is none."""
    if place == "value":
        return (message.value() or b"")[:HEADER_BYTES]
    if place == "header":
        return _decoded(dict(message.headers() or ()).get(ID_FIELD))
    return _decoded(_pointed_at(message.value() or b"", place))


def count_of(message: Message, pointer: str) -> int | None:
    """The count in an output; None if there is none."""
    count = _pointed_at(message.value() or b"", pointer)
    return count if isinstance(count, int) and not isinstance(count, bool) else None


def ids_of_outputs(check: ContentCheck, place: str, outputs: Sequence[Message]) -> np.ndarray:
    """The ids of outputs, shape (n,); ``NEVER_SENT`` for an output without an id of the cell."""
    return check.ids_of([id_of(output, place) for output in outputs]).intact


def _pointed_at(value: bytes, pointer: str) -> object:
    """The part of a JSON text at a JSON pointer (RFC 6901); None if there is none."""
    try:
        part: Any = msgspec.json.decode(value)
        for step in pointer.split("/")[1:]:
            name = step.replace("~1", "/").replace("~0", "~")
            part = part[int(name)] if isinstance(part, list) else part[name]
    except (ValueError, LookupError, TypeError):
        return None
    return part


def _decoded(text: object) -> bytes:
    try:
        return b64decode(text, validate=True) if isinstance(text, str | bytes) else NO_ID
    except (binascii.Error, ValueError):
        return NO_ID
