"""The fields that jobs of one cell have in common, as arguments whose types are checked."""

from pathlib import Path
from typing import TypedDict

from include.load.payload import Filler


class CommonFields(TypedDict):
    """The fields of every job."""

    folder: Path
    cell: int
    messages: int


class ContentFields(CommonFields):
    """The fields of jobs that write or check messages."""

    message_bytes: int
    filler: Filler
    filler_seed: int


class ConsumerFields(ContentFields):
    """The fields of the jobs of all consumers."""

    name: str
    topic: str
    index: int
    assigned: list[int]
    client_settings: dict[str, str]
    warm_up_messages: int
    transformed: bool


class ChangedFields(TypedDict, total=False):
    """The fields in which a job differs from that of another program with the same task."""

    name: str
    takes_over: list[str]
    index: int
    client_settings: dict[str, str]
    producer_settings: dict[str, str]
    warm_up_messages: int
    pause_after: int | None


class DurationFields(TypedDict):
    """The fields that limit a producer's sending time and define its lead-in."""

    sending_seconds: float | None
    untimed_messages: int
    untimed_seconds: float
