"""In what two pieces of plain data differ, each difference by its place."""

from collections.abc import Iterator
from typing import Any

SHOWN = 20
"""The maximum number of differences that a failed test prints."""


def differences(before: Any, now: Any) -> dict[str, tuple[str, str]]:
    """The first values that differ, by their places; a value that is missing is an empty text."""
    then, present = dict(values(before)), dict(values(now))
    places = [place for place in {**then, **present} if then.get(place) != present.get(place)]
    return {place: (then.get(place, ""), present.get(place, "")) for place in places[:SHOWN]}


def values(data: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Each value of nested data with its place, as the text that Python shows: it tells true from 1."""
    if isinstance(data, dict | list) and data:
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from values(value, f"{place}.{key}")
    else:
        yield place, repr(data)
