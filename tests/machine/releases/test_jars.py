import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from unittest.mock import Mock

import pytest

from include.machine import folders
from include.machine.errors import PlatformError
from include.machine.releases import jars, made_once
from include.machine.releases import maven_fetch as ivy


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(folders, "CACHE", tmp_path)
    return tmp_path


@pytest.fixture
def unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy where nobody listens, for every Java that is started."""
    proxy = [f"-D{kind}.proxy{part}" for kind in ("http", "https") for part in ("Host=127.0.0.1", "Port=9")]
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", " ".join(proxy))


@pytest.mark.usefixtures("unreachable")
def test_fetched_jars_need_no_network(cache: Path) -> None:
    assert ivy.ivy_jar().is_file()
    (cache / "kafka" / "4.3.1").mkdir(parents=True)
    assert jars.broker_jars("4.3.1") == cache / "kafka" / "4.3.1"


@pytest.mark.slow
@pytest.mark.usefixtures("unreachable")
def test_jars_that_cannot_be_fetched_give_one_message_and_no_half_folder(cache: Path) -> None:
    reason = r"^Kafka 4\.3\.1: Maven Central cannot be reached for .*kafka_2\.13"
    with pytest.raises(PlatformError, match=reason) as error:
        jars.broker_jars("4.3.1")
    assert "\n" not in str(error.value)
    assert not (cache / "kafka" / "4.3.1").exists()
    assert not list(cache.glob("resolving-*"))


INCOMPLETE = "is not complete in Maven Central: there is no org.apache.kafka"
MISSING = "is not in Maven Central; there is no org.apache.kafka:kafka_2.13"


@pytest.mark.parametrize(
    ("missing", "release", "problem"),
    [
        ("kafka_2.13", "9.9.9", f"{MISSING}:9.9.9; similar: 3.9.2."),
        ("kafka_2.13", "77.88.99", f"{MISSING}:77.88.99; `kerran releases` lists the feature releases."),
        ("kafka-tools-api", "4.4.0", f"{INCOMPLETE}#kafka-tools-api;4.4.0"),
    ],
)
def test_a_missing_or_incomplete_release_has_similar_ones(missing: str, release: str, problem: str) -> None:
    error = jars.failure("kafka_2.13", release, f":: org.apache.kafka#{missing};{release}: not found")
    assert isinstance(error, jars.MissingReleaseError)
    assert (error.release, str(error)) == (release, f"Kafka {release} {problem}")


def test_concurrent_requests_fetch_the_jars_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked, lock = threading.Barrier(8), made_once.locked

    def lock_when_all_have_looked(file: Path) -> AbstractContextManager[None]:
        looked.wait(30)
        return lock(file)

    fetch = Mock(side_effect=lambda _module, _reason, folder: folder)
    monkeypatch.setattr(ivy, "_fetch", fetch)
    monkeypatch.setattr(made_once, "locked", lock_when_all_have_looked)
    with ThreadPoolExecutor(8) as pool:
        folders_of_jars = set(pool.map(jars.broker_jars, ["4.3.1"] * 8))
    assert folders_of_jars == {cache / "kafka" / "4.3.1"}
    fetch.assert_called_once()


@pytest.mark.brokers
def test_a_release_that_is_not_in_maven_central_is_refused() -> None:
    with pytest.raises(PlatformError, match=r"Kafka 4\.99\.0 is not in Maven Central"):
        jars.broker_jars("4.99.0")


@pytest.mark.parametrize(
    ("release", "module", "additions"),
    [
        ("1.0.2", "kafka_2.12", {"jaxb-api"}),
        ("1.1.1", "kafka_2.12", set()),
        ("2.0.1", "kafka_2.12", {"3.4.12"}),
        ("2.3.1", "kafka_2.12", {"3.4.12"}),
        ("2.4.1", "kafka_2.13", set()),
    ],
)
def test_a_release_has_its_newest_scala_and_if_old_a_class_path_for_recent_java(
    monkeypatch: pytest.MonkeyPatch, release: str, module: str, additions: set[str]
) -> None:
    retrieve = Mock()
    monkeypatch.setattr(jars, "retrieve", retrieve)
    jars.broker_jars(release)
    text = retrieve.call_args.args[0]
    assert f'name="{module}"' in text
    assert {addition for addition in ("jaxb-api", "3.4.12") if addition in text} == additions
