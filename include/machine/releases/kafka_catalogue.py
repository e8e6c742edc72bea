"""Kafka's feature releases with transactions: a catalogue with one version and one date for each.

``released.csv`` lists the releases that the project knows. Later releases are added to a file in the folder
of runs, with the day on which they were first seen. All machines share this file. A newer patch release does
not change the catalogue. So each entry keeps its version, and measurements of this version remain valid. The
version is the newest patch release at the time of the entry, except for the first feature release (0.11.0.0)
and the release with published figures (3.1.1). Airflow imports this module when it reads a DAG file.
Therefore the import must be fast, and must not send requests to a registry.
"""

import csv
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from difflib import get_close_matches
from io import StringIO
from pathlib import Path

from include.machine import folders
from include.machine.errors import PlatformError, UserError
from include.machine.releases.versions import Version, check_runnable, feature_of, may_exist, numbers_of
from include.machine.storage.atomic_write import put

LISTED = Path(__file__).parent / "released.csv"
FOUND_RELEASES = "found-releases.csv"
"""The name of the file, in the folder of runs, that lists releases missing from ``released.csv``."""

log = logging.getLogger("kerran")


class UnknownReleaseError(UserError, ValueError):
    """A release is not in the catalogue; the message names similar releases."""


@dataclass(frozen=True)
class CataloguedRelease:
    """A feature release: the version that represents it, and the day when it was released or first seen."""

    version: str
    date: date

    @property
    def feature(self) -> Version:
        return feature_of(self.version)

    @property
    def moment(self) -> datetime:
        """The day of the release, with the first two numbers of the version as hour and minute.

        So all releases have different moments. Airflow treats two partitions with the same moment as one
        partition.
        """
        return datetime.combine(self.date, time(*self.feature), UTC)


def released(release: str) -> date | None:
    """The day of a release's feature release; None if the catalogue lacks this feature release."""
    return {entry.feature: entry.date for entry in catalogue()}.get(feature_of(release))


def catalogue() -> list[CataloguedRelease]:
    """All entries, ordered by date."""
    return sorted([*added(), *listed()], key=lambda entry: entry.moment)


def listed() -> list[CataloguedRelease]:
    """The entries of ``released.csv``, which are part of the project."""
    return _entries(LISTED.read_text(encoding="utf-8"))


def added() -> list[CataloguedRelease]:
    """The entries of ``FOUND_RELEASES`` that ``released.csv`` lacks; empty if the file is unreadable."""
    try:
        entries = _entries((folders.RUNS / FOUND_RELEASES).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    except OSError as error:
        log.warning("The releases that were added to the catalogue later cannot be read: %s", error)
        return []
    features = {entry.feature for entry in listed()}
    return [entry for entry in entries if entry.feature not in features]


def add(versions: Iterable[str], date_seen: date) -> list[CataloguedRelease]:
    """Add the versions of feature releases that the catalogue lacks, each with the date ``date_seen``.

    Return the added entries.
    """
    features = {entry.feature for entry in catalogue()}
    new = [
        CataloguedRelease(version, date_seen) for version in versions if feature_of(version) not in features
    ]
    if new:
        put(folders.RUNS / FOUND_RELEASES, _csv([*added(), *new]))
    return new


def entry_of(name: str, entries: list[CataloguedRelease]) -> CataloguedRelease:
    """The entry of a version (``3.1.1``) or of a feature release (``3.1``).

    Raises:
        UnknownReleaseError: No entry has this name; the message names similar releases.
    """
    for entry in entries:
        if name in (entry.version, ".".join(map(str, entry.feature))):
            return entry
    versions = [entry.version for entry in entries]
    similar = similar_versions(name, versions) or [versions[0], versions[-1]]
    raise UnknownReleaseError(
        f"Kafka release {name!r} is not in the catalogue of {len(entries)} feature releases, "
        f"{versions[0]} to {versions[-1]}; similar: {', '.join(similar)}. Other patches of a "
        "feature release can be measured by make sweep EXPERIMENT=releases RELEASE=…"
    )


def release_problem(release: str) -> str | None:
    """Why brokers of a release cannot be run, as a sentence; None if they may be run.

    The catalogue has one patch of each feature release, and may be older than a release (``is_newer``). So it
    only shows that a feature release does not exist if it has later ones.
    """
    try:
        check_runnable(release)
    except PlatformError as error:
        return str(error)
    entries, feature = catalogue(), feature_of(release)
    features = [entry.feature for entry in entries]
    if may_exist(feature, features):
        return None
    similar = similar_versions(release, [entry.version for entry in entries])
    return (
        f"Kafka {release} does not exist: the catalogue has later releases, and no "
        f"{'.'.join(map(str, feature))}; similar: {', '.join(similar)}. `kerran releases` adds new releases"
    )


def is_newer(release: str) -> bool:
    """Whether a release is newer than the catalogue, so that only a download shows whether it exists.

    It is newer than the entry of its feature release, or than all feature releases.
    """
    versions = {entry.feature: entry.version for entry in catalogue()}
    known = versions.get(feature_of(release)) or versions[max(versions)]
    return numbers_of(release) > numbers_of(known)


def similar_versions(release: str, versions: Iterable[str]) -> list[str]:
    """At most three versions that resemble a release, the most similar first."""
    return get_close_matches(release, list(versions), n=3, cutoff=0.5)


def between(entries: list[CataloguedRelease], first: date, last: date) -> list[CataloguedRelease]:
    """The entries whose date is from ``first`` to ``last``, both included."""
    return [entry for entry in entries if first <= entry.date <= last]


def _entries(text: str) -> list[CataloguedRelease]:
    rows = csv.DictReader(StringIO(text))
    return [CataloguedRelease(row["version"], date.fromisoformat(row["date"])) for row in rows]


def _csv(entries: list[CataloguedRelease]) -> str:
    lines = StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["version", "date"])
    writer.writerows([entry.version, entry.date.isoformat()] for entry in entries)
    return lines.getvalue()
