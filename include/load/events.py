"""The events that a load program prints: one JSON object per line of its standard output."""

import json
import sys
from enum import StrEnum
from time import monotonic_ns
from typing import Any

from pydantic import BaseModel, ValidationError


class EventKind(StrEnum):
    """The kinds of events of a load program."""

    READY = "ready"
    """The program has finished its preparation, which must not be measured."""
    ASSIGNED = "assigned"
    """The partitions that a consumer owns have changed."""
    PROGRESS = "progress"
    """The program reports its counts so far."""
    PAUSED = "paused"
    """The program has paused at the point where a fault must strike it."""
    HUNG = "hung"
    """A call of the program's client does not return. The program ends, and must be started again."""
    DONE = "done"
    ERROR = "error"


class Event(BaseModel, frozen=True, extra="allow"):
    """One event, with the fields of its kind."""

    event: EventKind
    at_ns: int
    """When the event was printed, in ns of the host's monotonic clock."""
    counts: dict[str, int] = {}
    """``progress``: the counts so far. ``done``: the final counts."""
    partitions: list[int] = []
    """``assigned``: the partitions that the consumer owns now."""
    at_end: dict[int, int] = {}
    """``progress``: the partitions that a consumer has read to the end, and the end offset of each."""
    positions: dict[int, int] = {}
    """``progress``: the offset after the last message that a consumer has received, for each partition."""
    client_settings: dict[str, str] = {}
    """``ready``: all effective settings of the client."""
    cpu_seconds: float = 0.0
    """``done``: CPU time of the program, user and system."""
    reason: str = ""
    """``error``: a sentence for the user."""


def event_of(line: str) -> Event | None:
    """The event in a line of output; None if a library printed the line."""
    try:
        return Event.model_validate_json(line)
    except ValidationError:
        return None


def emit(kind: EventKind, **details: Any) -> None:  # noqa: ANN401 - the details are Event's own fields
    """Print an event, and flush it."""
    line = json.dumps({"event": kind.value, "at_ns": monotonic_ns(), **details})
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
