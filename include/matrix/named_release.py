"""Where an experiment names a release of Kafka, for the message that the release cannot be used."""

import re
from collections.abc import Iterator
from typing import Any

from include.matrix.document import read_document
from include.matrix.load import find, with_overrides
from include.matrix.overrides import Overrides
from include.matrix.validation_errors import Location, Problem

NAMING_KEYS = ("release", "factors", "constants", "parts", "arms")
"""The keys of a file below which a release may be named."""


def lines_about_release(experiment: str, overrides: Overrides, release: str, reason: str) -> list[str]:
    """A line for each place that names a release which cannot be used; empty if no place names it.

    Args:
        experiment: The name or file of the experiment.
        overrides: The values that take the place of those in the file.
        release: The release.
        reason: Why the release cannot be used.
    """
    document = with_overrides(read_document(find(experiment)), overrides)
    named = {key: document.data[key] for key in NAMING_KEYS if key in document.data}
    places = sorted(_naming(named, release), key=lambda naming: document.line(naming[0]))
    return [
        f"{document.position(place)}: {Problem(place, f'{level} cannot be used: {reason}')}"
        for place, level in places
    ]


def _naming(value: Any, release: str, place: Location = ()) -> Iterator[tuple[Location, str]]:  # noqa: ANN401
    """Yield the place of each level that is the release, or a client of the release (``java-4.3.1``)."""
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _naming(inner, release, (*place, key))
    elif isinstance(value, str) and re.fullmatch(rf"(\w+-)?{re.escape(release)}", value):
        yield place, value
