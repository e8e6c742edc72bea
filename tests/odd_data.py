"""Nested data with one random change, as an interrupted edit or another program may leave it."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

ODD_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 2**70, 1.5, float("nan"), float("inf"), "", "x", "0", "ä\x07", " a b ",
    [], [[]], [None], [1, 1], {}, {"a": 1}, {"a": {}}, {1: 2}, [{}], [{"scenario": "copy"}],
)  # fmt: skip

Location = tuple[Any, ...]


def locations(data: Any, location: Location = ()) -> Iterator[Location]:
    """The location of every value below the data itself."""
    children = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in children:
        yield (*location, key)
        yield from locations(value, (*location, key))


def changed(data: Any, random: Random) -> tuple[Location, Any]:
    """The location of a value, and a copy of the data in which it is changed, removed, renamed or swapped."""
    copy = deepcopy(data)
    location = random.choice([*locations(copy)])
    parent = copy
    for key in location[:-1]:
        parent = parent[key]
    change = random.choice((remove, replace, replace, replace, rename, double, swap))
    change(parent, location[-1], random)
    return location, copy


def remove(parent: Any, key: Any, random: Random) -> None:
    del parent[key]


def replace(parent: Any, key: Any, random: Random) -> None:
    parent[key] = deepcopy(random.choice(ODD_VALUES))


def rename(parent: Any, key: Any, random: Random) -> None:
    """Give the value another key. An item of a list is put into a mapping with one key."""
    value = parent.pop(key)
    if isinstance(parent, dict):
        parent[random.choice((f"{key}s", "scenario", "x", 7, None, True))] = value
    else:
        parent.insert(key, {"x": value})


def double(parent: Any, key: Any, random: Random) -> None:
    """Put the value into a list with itself."""
    parent[key] = [parent[key], deepcopy(parent[key])]


def swap(parent: Any, key: Any, random: Random) -> None:
    """Swap the value with the value of another key."""
    other = random.choice([*parent] if isinstance(parent, dict) else range(len(parent)))
    parent[key], parent[other] = parent[other], parent[key]
