import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from include.clusters.cluster import Access
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.topics import admin
from include.clusters.warm_up import WINDOWS_IN_ROUND, WarmUpWindow, is_steady, is_warm, warm_up
from include.clusters.warm_up_round import WarmUpRound
from include.processes.waiting import wait_until
from include.rawlog.manifest import WARM_UP_FILE


def test_a_throughput_that_grows_is_not_steady() -> None:
    assert not is_steady([10, 20, 30, 40, 50, 60])


def test_a_throughput_that_grew_and_stays_is_steady() -> None:
    assert is_steady([10, 20, 60, 61, 62, 60, 61, 62])


def test_a_single_different_window_does_not_matter() -> None:
    assert is_steady([60, 61, 20, 60, 90, 60])


def test_a_throughput_that_fell_is_steady() -> None:
    assert is_steady([60, 60, 60, 50, 50, 50])


def test_fewer_than_six_windows_are_not_steady() -> None:
    assert not is_steady([60, 60, 60, 60, 60])


def windows(compiler_seconds: float | None) -> list[WarmUpWindow]:
    """Six windows of a steady throughput."""
    one = {"plain": 900, "transactional": 900, "paced": 200, "seconds": 2.0, "broker_seconds": 1.0}
    return [WarmUpWindow(**one, compiler_seconds=compiler_seconds)] * 6


def test_brokers_that_are_busy_compiling_are_not_warm() -> None:
    assert not is_warm(windows(compiler_seconds=0.25))
    assert is_warm(windows(compiler_seconds=0.15))


def test_brokers_that_begin_to_compile_again_are_not_warm() -> None:
    quiet, busy = windows(compiler_seconds=0.1), windows(compiler_seconds=0.56)
    assert not is_warm([*quiet, busy[0]])
    assert not is_warm([*quiet, busy[0], *quiet[:2]])
    assert is_warm([*quiet, busy[0], *quiet[:3]])


def test_brokers_with_unknown_compiler_time_are_warm_when_throughput_is_steady() -> None:
    assert is_warm(windows(compiler_seconds=None))


@pytest.mark.brokers
def test_a_warm_up_is_logged_and_leaves_no_topic(embedded_cluster: EmbeddedCluster, tmp_path: Path) -> None:
    result = warm_up(embedded_cluster, tmp_path, "run", max_seconds=3)
    assert json.loads((tmp_path / WARM_UP_FILE).read_text()) == result.model_dump()
    assert all(min(window.plain, window.transactional, window.paced) > 0 for window in result.windows)
    assert result.received > 0
    client = admin(embedded_cluster.access)

    def is_deleted() -> bool:
        return not any(topic.startswith("kerran.run.") for topic in client.list_topics(timeout=10).topics)

    wait_until(is_deleted, 10, lambda: "the topic of the warm-up was not deleted")  # any broker may answer


@pytest.mark.brokers
def test_a_warm_up_keeps_its_limit_of_bytes(embedded_cluster: EmbeddedCluster, tmp_path: Path) -> None:
    result = warm_up(embedded_cluster, tmp_path, "run", max_bytes=3 * 1024 * 1000)
    assert 0 < sum(window.messages for window in result.windows) <= 1020


@pytest.mark.brokers
def test_every_round_of_a_warm_up_has_a_topic_of_its_own(
    embedded_cluster: EmbeddedCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    topics = []

    def noted(access: Access, topic: str, replication: int) -> WarmUpRound:
        topics.append(topic)
        return WarmUpRound(access, topic, replication)

    def is_warm_after_two_rounds(windows: Sequence[WarmUpWindow]) -> bool:
        return len(windows) == 2 * WINDOWS_IN_ROUND

    monkeypatch.setattr("include.clusters.warm_up.WarmUpRound", noted)
    monkeypatch.setattr("include.clusters.warm_up.is_warm", is_warm_after_two_rounds)
    warm_up(embedded_cluster, tmp_path, "run")
    assert len(topics) == len(set(topics)) == 2
