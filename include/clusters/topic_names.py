"""Names of what a run makes on a cluster: topics, and the groups and transactional ids that go with them.

A cluster may be somebody's who has more on it than experiments. Nothing with another name is touched.
"""

import re
from collections.abc import Collection
from secrets import token_hex

from include.load_runtime.authorization_errors import PREFIX

LONGEST = 249
"""Characters that Kafka allows a topic's name to have."""

WARM_UP = "warm-up"

ENDING = re.compile(r"\.\d+-[0-9a-f]{8}\Z")

PURPOSE = re.compile(r"(\.[a-z]*)?")
"""What follows the cell's id in the name of a further topic. A name that was cut may end with a full stop."""


def name_of(run_id: str, what: str, attempt: int = 1) -> str:
    """A name for an attempt's own topic, group and transactional id; ``what`` is a cell's id, or the warm-up.

    Its end is random: a group of the same name whose consumers were killed would keep new ones waiting, until
    the session of the old ones times out. What Kafka would find too long is cut before the end.
    """
    ending = f".{attempt}-{token_hex(4)}"
    return f"{PREFIX}{run_id}.{what}"[: LONGEST - len(ending)] + ending


def further_topic(cell: str, purpose: str) -> str:
    """What a topic is for that a cell has beside its first topic; ``purpose`` is a word: ``copied``."""
    return f"{cell}.{purpose}"


def is_of(name: str, run_id: str, cells: Collection[str]) -> bool:
    """Whether a topic's name was made for these cells of a run, or for its warm-up.

    The beginning alone doesn't tell: a run ``quick`` must leave the topics of a run ``quick.2`` alone.
    """
    stem, endings = ENDING.subn("", name)
    is_cut = len(name) == LONGEST
    return endings == 1 and any(
        _is_made_of(f"{PREFIX}{run_id}.{what}", stem, is_cut) for what in (*cells, WARM_UP)
    )


def _is_made_of(first: str, stem: str, is_cut: bool) -> bool:
    """Whether a name without its ending is that of the first topic, or of a further one of the same cell."""
    if is_cut and first.startswith(stem):
        return True
    return stem.startswith(first) and PURPOSE.fullmatch(stem[len(first) :]) is not None
