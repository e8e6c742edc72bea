"""The names of a run's topics, which are also the names of its consumer groups and transactional ids.

An external cluster may have other users. There, Kerran changes only topics, groups and transactional ids with
such names.
"""

import re
from collections.abc import Collection
from secrets import token_hex

from include.load.authorization_errors import PREFIX

MAX_LENGTH = 249
"""The maximum number of characters that Kafka accepts in the name of a topic."""

WARM_UP = "warm-up"

ENDING = re.compile(r"\.\d+-[0-9a-f]{8}\Z")

PURPOSE = re.compile(r"(\.[a-z]*)?")
"""The part that follows the cell's id in the name of a further topic, such as ``.copied``. In a truncated
name, this part may be incomplete: it may end after the dot, for example."""


def name_of(run_id: str, what: str, attempt: int = 1) -> str:
    """A name for the topic, the group and the transactional id of an attempt.

    The name ends in random characters, so that no group name is used twice. In an existing group, new
    consumers would wait until the sessions of killed consumers time out. A name that is too long for Kafka is
    truncated, but keeps its ending.

    Args:
        run_id: The id of the run.
        what: The id of a cell, or ``warm-up``.
        attempt: The number of the attempt at the cell, counted from 1.
    """
    ending = f".{attempt}-{token_hex(4)}"
    return f"{PREFIX}{run_id}.{what}"[: MAX_LENGTH - len(ending)] + ending


def further_topic(cell: str, purpose: str) -> str:
    """The part of a topic's name that identifies a further topic of a cell: ``<cell>.copied``."""
    return f"{cell}.{purpose}"


def is_of(name: str, run_id: str, cells: Collection[str]) -> bool:
    """Whether a topic belongs to these cells of a run, or to the run's warm-up.

    The beginning of the name is not enough: a run ``quick`` must not remove the topics of a run ``quick.2``.
    """
    stem, endings = ENDING.subn("", name)
    is_truncated = len(name) == MAX_LENGTH
    return endings == 1 and any(
        _matches(f"{PREFIX}{run_id}.{what}", stem, is_truncated) for what in (*cells, WARM_UP)
    )


def _matches(first: str, stem: str, is_truncated: bool) -> bool:
    """Whether a topic is the first topic or a further topic of a cell.

    ``first`` is the name of the first topic, and ``stem`` is the name of the topic in question, both without
    their ``ENDING``.
    """
    if is_truncated and first.startswith(stem):
        return True
    return stem.startswith(first) and PURPOSE.fullmatch(stem[len(first) :]) is not None
