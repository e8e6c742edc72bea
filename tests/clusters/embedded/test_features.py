from pathlib import Path

import pytest

from include.clusters.embedded import cluster as module
from include.clusters.embedded.cluster import EmbeddedCluster
from include.clusters.embedded.state import ClusterState
from include.machine.errors import PlatformError


@pytest.fixture
def levels(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The levels that the brokers have, each at most 3."""
    levels = {"transaction.version": 2}

    def feature_level(_bootstrap: str, _release: str, feature: str, new_level: int | None = None) -> int:
        if new_level is not None:
            levels[feature] = min(new_level, 3)
        if new_level == 9:
            raise PlatformError("not answered")
        return levels[feature]

    monkeypatch.setattr(module, "feature_level", feature_level)
    return levels


def started(folder: Path) -> EmbeddedCluster:
    state = ClusterState(release="4.4.0", bootstrap="127.0.0.1:1", brokers=[], settings={})
    cluster = EmbeddedCluster(folder, state)
    cluster.keep()
    return cluster


def test_another_process_gives_a_feature_its_level_back(tmp_path: Path, levels: dict[str, int]) -> None:
    started(tmp_path).set_feature("transaction.version", 1)
    assert levels == {"transaction.version": 1}
    successor = EmbeddedCluster.attach(tmp_path)
    assert successor.record().features == {"transaction.version": 1}
    successor.restore_features()
    assert levels == {"transaction.version": 2}
    assert successor.record().features == {"transaction.version": 2}


def test_the_manifest_has_the_level_that_the_brokers_report(tmp_path: Path, levels: dict[str, int]) -> None:
    cluster = started(tmp_path)
    cluster.set_feature("transaction.version", 4)
    assert cluster.record().features == levels == {"transaction.version": 3}


def test_a_level_is_noted_before_it_is_set_and_others_stay(tmp_path: Path, levels: dict[str, int]) -> None:
    cluster = started(tmp_path)
    cluster.restore_features()
    assert cluster.record().features == {}
    with pytest.raises(PlatformError, match="not answered"):
        cluster.set_feature("transaction.version", 9)
    EmbeddedCluster.attach(tmp_path).restore_features()
    assert levels == {"transaction.version": 2}
