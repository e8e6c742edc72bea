"""The events that a load program prints: JSON lines on its standard output."""

import json
import sys
from enum import StrEnum
from time import monotonic_ns
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError


class Kind(StrEnum):
    """What a load program has to say.

    ``held``: it stands still for a fault that is to strike it now. ``hung``: its client doesn't return from a
    call; it ends at once, and is to be started again, as a supervisor would.
    """

    READY = "ready"
    ASSIGNED = "assigned"
    PROGRESS = "progress"
    HELD = "held"
    HUNG = "hung"
    DONE = "done"
    ERROR = "error"


class Event(BaseModel):
    """One line of a load program's output."""

    model_config = ConfigDict(frozen=True, extra="allow")

    event: Kind
    at_ns: int
    counts: dict[str, int] = {}
    """``progress``: so far; ``done``: in all."""
    partitions: list[int] = []
    """``assigned``: the partitions that the consumer owns now."""
    at_end: dict[int, int] = {}
    """``progress``: the partitions of which a consumer has read all that there is, and where that ends."""
    client_settings: dict[str, str] = {}
    """``ready``: the client's effective settings, as a whole."""
    cpu_seconds: float = 0.0
    """``done``: CPU time of the program, user and system."""
    reason: str = ""
    """``error``: a sentence for a user."""


def event_of(line: str) -> Event | None:
    """The event that a line of output is; None for something that a library printed."""
    try:
        return Event.model_validate_json(line)
    except ValidationError:
        return None


def emit(kind: Kind, **details: Any) -> None:  # noqa: ANN401 - the details are Event's own fields
    """Print an event at once."""
    line = json.dumps({"event": kind.value, "at_ns": monotonic_ns(), **details})
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
