import json
from pathlib import Path

import pytest

from include.clusters.broker_config_dump import FILE, dump_broker_config
from include.clusters.cluster import Access
from include.clusters.embedded.cluster import EmbeddedCluster


@pytest.mark.brokers
def test_the_dump_has_all_settings_of_all_brokers(tmp_path: Path, embedded_cluster: EmbeddedCluster) -> None:
    dump_broker_config(embedded_cluster.access, tmp_path)
    settings = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))
    assert sorted(settings) == ["1", "2", "3"]
    assert settings["1"]["group.initial.rebalance.delay.ms"] == "0"
    assert settings["3"]["replica.lag.time.max.ms"] == "30000"


def test_a_cluster_that_does_not_answer_leaves_an_empty_dump(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("include.clusters.broker_config_dump.TIMEOUT_SECONDS", 0.2)
    dump_broker_config(Access("127.0.0.1:1"), tmp_path)
    assert json.loads((tmp_path / FILE).read_text(encoding="utf-8")) == {}
    assert "The effective settings of the brokers cannot be read" in caplog.text
