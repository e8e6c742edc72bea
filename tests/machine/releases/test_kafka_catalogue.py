from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases import releases_in_maven as registry
from include.machine.releases.kafka_catalogue import (
    CataloguedRelease,
    UnknownReleaseError,
    add,
    added,
    between,
    catalogue,
    entry_of,
    is_newer,
    listed,
    release_problem,
    released,
)
from include.machine.releases.releases_in_maven import available_releases
from include.machine.releases.versions import feature_of, is_runnable, numbers_of

SEEN = date(2026, 11, 21)
pytestmark = pytest.mark.usefixtures("runs")

THREE = [
    CataloguedRelease("0.11.0.0", date(2017, 6, 28)),
    CataloguedRelease("2.3.1", date(2019, 6, 25)),
    CataloguedRelease("3.1.1", date(2022, 1, 24)),
]


def test_the_catalogue_is_ordered_by_date_with_one_version_per_feature() -> None:
    entries = listed()
    assert entries[0] == THREE[0]
    assert {"2.3.1", "3.1.1"} <= {entry.version for entry in entries}
    assert entries == sorted(entries, key=lambda entry: entry.moment)
    assert len({entry.feature for entry in entries}) == len(entries) == 27
    assert all(is_runnable(entry.feature) for entry in entries)


def test_the_newest_patch_of_4_2_represents_it() -> None:
    assert entry_of("4.2", listed()).version == "4.2.2"


def test_a_new_feature_is_added_once_with_the_day_it_was_seen_and_a_newer_patch_is_none(runs: Path) -> None:
    assert add(["4.3.1", "4.5.0"], SEEN) == [CataloguedRelease("4.5.0", SEEN)]
    assert add(["4.5.0", "3.1.2", "4.4.1"], date(2026, 12, 24)) == []
    assert catalogue() == [*listed(), *added()] == [*listed(), CataloguedRelease("4.5.0", SEEN)]
    (runs / "found-releases.csv").write_text("version,date\n4.3.0,2026-06-01\n")
    assert catalogue() == listed()  # which take precedence


def test_the_listed_releases_are_known_where_the_runs_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Unreachable(type(Path())):  # type: ignore[misc]
        def read_text(self, *_: object, **__: object) -> str:
            raise OSError("the storage does not answer")

    monkeypatch.setattr(folders, "RUNS", Unreachable("/"))
    assert catalogue() == listed()
    assert "the storage does not answer" in caplog.text


def test_releases_are_ordered_by_numbers_and_a_patch_has_the_date_of_its_feature_release() -> None:
    assert CataloguedRelease("4.5.0", SEEN).moment == datetime(2026, 11, 21, 4, 5, tzinfo=UTC)
    assert CataloguedRelease("3.10.0", SEEN).moment == datetime(2026, 11, 21, 3, 10, tzinfo=UTC)
    assert numbers_of("3.10.0") > numbers_of("3.9.1") > numbers_of("0.11.0.3")
    assert released("2.3.1") == released("2.3.0") == date(2019, 6, 25)
    assert (feature_of("0.11.0.3"), released("0.11.0.3")) == ((0, 11), date(2017, 6, 28))
    assert released("99.1.0") is None


@pytest.mark.parametrize(("name", "similar"), [("2.3.2", "2.3.1"), ("banana", "0.11.0.0, 3.1.1")])
def test_an_unknown_release_is_refused_with_similar_ones(name: str, similar: str) -> None:
    assert entry_of("3.1.1", THREE) is entry_of("3.1", THREE) is THREE[2]
    with pytest.raises(UnknownReleaseError, match=rf"'{name}' is not in the catalogue .* similar: {similar}"):
        entry_of(name, THREE)


@pytest.mark.parametrize(
    ("release", "is_newer_than_catalogue"),
    [
        ("4.3.0", False),
        ("4.3.1", False),
        ("4.3.9", True),
        ("4.5.0", True),
        ("3.1.2", True),
        ("0.11.0.3", True),
    ],
)
def test_a_release_that_the_catalogue_may_lack_can_be_planned(
    release: str, is_newer_than_catalogue: bool
) -> None:
    assert release_problem(release) is None
    assert is_newer(release) is is_newer_than_catalogue


def test_a_feature_release_that_is_found_later_shows_which_earlier_ones_do_not_exist() -> None:
    assert release_problem("4.6.0") is None
    add(["4.7.0"], SEEN)
    assert str(release_problem("4.6.0")).startswith("Kafka 4.6.0 does not exist: the catalogue has later")


def test_a_release_is_between_days_with_both() -> None:
    assert between(THREE, date(2017, 6, 28), date(2019, 6, 25)) == THREE[:2]
    assert between(THREE, date(2017, 6, 29), date(2019, 6, 24)) == []


SAID = """
:: resolving dependencies :: kerran#releases;working
	found org.apache.kafka#kafka_2.13;5.1.0 in central
	found org.apache.kafka#kafka_2.12;0.11.0.3 in central
	found org.apache.kafka#kafka_2.13;3.9.2 in central
		module not found: org.apache.kafka#kafka_2.13;4.9.+
"""


def test_available_releases_are_ordered_by_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "CACHE", tmp_path)
    monkeypatch.setattr(registry, "_ask", lambda: SAID)
    assert available_releases() == ["0.11.0.3", "3.9.2", "5.1.0"]


def test_no_answer_means_that_maven_central_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_ask", lambda: "Server access error")
    with pytest.raises(PlatformError, match="Maven Central cannot be reached"):
        available_releases()
