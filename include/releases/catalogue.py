"""Kafka's history: every feature release since transactions came, by one version and the day it came out.

Those that were known are listed in ``released.csv``; what is found since is added in the cache folder, with
the day on which it was first seen. A feature keeps its version for good, so that what was measured of it
stays what it is: a newer patch is no new entry. Each is listed by its newest patch, except where history
begins (0.11.0.0) and where the published figures were measured (3.1.1).

Nothing here is costly to import: Airflow reads it with a DAG file, and asks no registry.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from difflib import get_close_matches
from io import StringIO
from pathlib import Path

from include import folders
from include.storage.atomic_write import put

LISTED = Path(__file__).parent / "released.csv"
FOUND = "found-releases.csv"
"""In the cache folder."""


Version = tuple[int, int]
"""A release's first two numbers: what tells a feature release."""


class UnknownReleaseError(ValueError):
    """A release that isn't in the catalogue; the message names those near it."""


@dataclass(frozen=True)
class Entry:
    """A feature release: the version that stands for it, and the day it came out or was first seen."""

    version: str
    date: date

    @property
    def feature(self) -> Version:
        """Its first two numbers."""
        return feature_of(self.version)

    @property
    def moment(self) -> datetime:
        """Its day, and its first two numbers as the time of day: no two releases have the same.

        Airflow takes two partitions of one moment for the same.
        """
        return datetime.combine(self.date, time(*self.feature), UTC)


def numbers_of(release: str) -> tuple[int, ...]:
    """A release's numbers, by which releases have an order."""
    return tuple(int(number) for number in release.split("."))


def feature_of(release: str) -> Version:
    """A release's first two numbers, such as 3 and 9 of 3.9.1."""
    first, second, *_ = numbers_of(release)
    return first, second


def released(release: str) -> date | None:
    """When the feature came out that a release belongs to; None where that isn't known."""
    return {entry.feature: entry.date for entry in catalogue()}.get(feature_of(release))


def catalogue() -> list[Entry]:
    """All entries, by their dates."""
    entries = {entry.feature: entry for entry in [*found(), *listed()]}
    return sorted(entries.values(), key=lambda entry: entry.moment)


def listed() -> list[Entry]:
    """Those that come with the project."""
    return _read(LISTED)


def found() -> list[Entry]:
    """Those that were found on this machine since; none where nobody has looked yet."""
    file = folders.CACHE / FOUND
    return _read(file) if file.exists() else []


def add(versions: Iterable[str], seen: date) -> list[Entry]:
    """Add those whose feature isn't in the catalogue, as seen on that day; what was added."""
    known = {entry.feature for entry in catalogue()}
    new = [Entry(version, seen) for version in versions if feature_of(version) not in known]
    _write(folders.CACHE / FOUND, [*found(), *new])
    return new


def entry_of(name: str, entries: list[Entry]) -> Entry:
    """The entry of a version (``3.1.1``) or a feature (``3.1``).

    Raises:
        UnknownReleaseError: there is none; it names the nearest.
    """
    for entry in entries:
        if name in (entry.version, ".".join(map(str, entry.feature))):
            return entry
    versions = [entry.version for entry in entries]
    near = get_close_matches(name, versions, n=3, cutoff=0.5) or [versions[0], versions[-1]]
    raise UnknownReleaseError(
        f"Kafka release {name!r} is not in the catalogue of {len(entries)} feature releases, "
        f"{versions[0]} to {versions[-1]}; near it: {', '.join(near)}. Other patches of a feature can be "
        "measured by make sweep EXPERIMENT=releases RELEASE=…"
    )


def between(entries: list[Entry], first: date, last: date) -> list[Entry]:
    """Those of these days, both included."""
    return [entry for entry in entries if first <= entry.date <= last]


def following(entries: list[Entry], after: datetime | None, earliest: datetime | None) -> Entry | None:
    """The first entry later than one moment and not earlier than another; None where there is none."""
    later = (
        entry
        for entry in entries
        if (after is None or entry.moment > after) and (earliest is None or entry.moment >= earliest)
    )
    return next(later, None)


def _read(file: Path) -> list[Entry]:
    with file.open(encoding="utf-8", newline="") as lines:
        return [Entry(row["version"], date.fromisoformat(row["date"])) for row in csv.DictReader(lines)]


def _write(file: Path, entries: list[Entry]) -> None:
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["version", "date"])
    writer.writerows([entry.version, entry.date.isoformat()] for entry in entries)
    put(file, lines.getvalue())
