import json
from pathlib import Path

import pytest

from include.clusters import warm_up as module
from include.clusters.admin_client import admin
from include.clusters.cluster import Access
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.warm_up import WarmUpWindow, is_steady, is_warm, sustained_rate, warm_up
from include.clusters.warm_up_round import WarmUpRound
from include.machine.processes.wait_until import wait_until
from include.rawlog.start_records import WARM_UP_FILE


@pytest.mark.parametrize(
    ("rates", "steady"),
    [
        pytest.param([10, 20, 30, 40, 50, 60], False, id="grows"),
        pytest.param([10, 20, 60, 61, 62, 60, 61, 62], True, id="grew and stays"),
        pytest.param([60, 61, 20, 60, 90, 60], True, id="single other windows"),
        pytest.param([60, 60, 60, 50, 50, 50], True, id="fell"),
        pytest.param([60, 60, 60, 60, 60], False, id="fewer than six windows"),
    ],
)
def test_a_throughput_is_steady_when_it_no_longer_grows(rates: list[float], steady: bool) -> None:
    assert is_steady(rates) is steady


def windows(compiler_seconds: float | None) -> list[WarmUpWindow]:
    """Six windows of a steady throughput."""
    window = WarmUpWindow(
        plain=900,
        transactional=900,
        paced=200,
        transactional_seconds=0.5,
        seconds=2.0,
        broker_seconds=1.0,
        compiler_seconds=compiler_seconds,
    )
    return [window] * 6


def test_brokers_that_compile_or_begin_to_compile_again_are_not_warm() -> None:
    assert not is_warm(windows(compiler_seconds=0.25))
    assert is_warm(windows(compiler_seconds=0.15))
    assert is_warm(windows(compiler_seconds=None))
    quiet, busy = windows(compiler_seconds=0.1), windows(compiler_seconds=0.56)
    assert not is_warm([*quiet, busy[0]])
    assert not is_warm([*quiet, busy[0], *quiet[:2]])
    assert is_warm([*quiet, busy[0], *quiet[:3]])


def test_the_sustained_rate_is_that_of_the_last_transactions() -> None:
    early, last = windows(None)[:3], windows(None)[:3]
    slow = [window.model_copy(update={"transactional": 9}) for window in early]
    assert sustained_rate([*slow, *last]) == 1800
    assert sustained_rate([]) is None


@pytest.mark.brokers
def test_every_round_of_a_warm_up_has_a_topic_which_is_deleted_and_is_logged(
    embedded_cluster: EmbeddedCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    topics = []

    def noted(access: Access, topic: str, replication: int) -> WarmUpRound:
        topics.append(topic)
        return WarmUpRound(access, topic, replication)

    monkeypatch.setattr(module, "WarmUpRound", noted)
    monkeypatch.setattr(module, "WINDOWS_IN_ROUND", 1)
    monkeypatch.setattr(module, "is_warm", lambda windows: len(windows) == 2)
    result = warm_up(embedded_cluster, tmp_path, "run")
    assert len(topics) == len(set(topics)) == 2
    assert json.loads((tmp_path / WARM_UP_FILE).read_text()) == result.model_dump()
    assert all(min(window.plain, window.transactional, window.paced) > 0 for window in result.windows)
    assert (result.steady, result.received > 0) == (True, True)
    client = admin(embedded_cluster.access)

    def are_deleted() -> bool:
        return client.list_topics(timeout=10).topics.keys().isdisjoint(topics)

    wait_until(are_deleted, 10, lambda: "a topic of the warm-up was not deleted")  # any broker may answer


@pytest.mark.brokers
def test_a_warm_up_keeps_its_limits(embedded_cluster: EmbeddedCluster, tmp_path: Path) -> None:
    result = warm_up(embedded_cluster, tmp_path, "run", max_bytes=3 * 1024 * 1000)
    assert 0 < sum(window.messages for window in result.windows) <= 1020
    assert warm_up(embedded_cluster, tmp_path, "run", max_seconds=0).windows == []
