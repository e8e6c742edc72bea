"""In what two pieces of plain data differ, each difference as a line that names its place."""

from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any

NOTHING = "nothing"

SHOWN = 20
"""The maximum number of differences that a failed test prints."""


def first_differences(name: str, before: Any, now: Any) -> list[str]:
    """The first differences of something with a name, a line each."""
    return [f"{name}: {difference}" for difference in islice(differences(before, now), SHOWN)]


def differences(before: Any, now: Any, place: str = "") -> Iterator[str]:
    """A line for every difference: ``treatments.quick.settings.acks: "all" became 1``."""
    if isinstance(before, dict) and isinstance(now, dict):
        yield from of_mappings(before, now, place)
    elif isinstance(before, list) and isinstance(now, list):
        yield from of_lists(before, now, place)
    elif type(before) is not type(now) or before != now:
        yield f"{place}: {before!r} became {now!r}"


def of_mappings(before: dict[str, Any], now: dict[str, Any], place: str) -> Iterator[str]:
    """What two mappings differ in."""
    for key in [*before, *(key for key in now if key not in before)]:
        inside = f"{place}.{key}" if place else key
        if key not in now:
            yield f"{inside}: {before[key]!r} is gone"
        elif key not in before:
            yield f"{inside}: {now[key]!r} is new"
        else:
            yield from differences(before[key], now[key], inside)


def of_lists(before: list[Any], now: list[Any], place: str) -> Iterator[str]:
    for index, (one, other) in enumerate(zip_longest(before, now, fillvalue=NOTHING)):
        yield from differences(one, other, f"{place}[{index}]")
