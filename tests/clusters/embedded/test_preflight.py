from pathlib import Path
from typing import Any

import pytest

from include.clusters.embedded import backend as embedded
from include.machine.errors import PlatformError
from include.machine.networks import namespace_support
from tests.e2e.cells import plan_of


def test_a_user_who_cannot_create_namespaces_is_told_which_clusters_need_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[str] = []
    monkeypatch.setattr(namespace_support, "_obstacle", lambda: "only root may create them")
    monkeypatch.setattr(embedded, "broker_jars", lambda release, _say: fetched.append(release))
    settings: dict[str, Any] = {"semantics": "at-least-once", "fault_share": 0.1, "rate": 1000}
    clusters = {"lose-packets": "compose", "lose-producer-packets": "compose with RUNNER=container"}
    for fault, use in clusters.items():
        plan = plan_of(tmp_path / fault, {"fault": [fault]}, **settings)
        reason = rf"cannot be created: only root may create them; use CLUSTER={use}$"
        with pytest.raises(PlatformError, match=reason):
            embedded.preflight(plan, print)
    embedded.preflight(plan_of(tmp_path / "run", {"semantics": ["at-least-once"]}), print)
    assert fetched == ["4.4.0"]


@pytest.mark.parametrize(
    "proxied",
    [
        {"strike": [{"request": "EndTxn", "act": "drop", "client": "cut"}]},
        {"strike": [{"request": "Fetch", "of": "brokers", "act": "drop", "client": "cut"}]},
        {"wire_log": True},
    ],
)
def test_a_proxy_and_broken_networks_are_refused_together(tmp_path: Path, proxied: dict[str, Any]) -> None:
    factors = {"semantics": ["at-least-once"], "fault": ["lose-producer-packets"]}
    plan = plan_of(tmp_path / "run", factors, rate=100, **proxied)
    with pytest.raises(PlatformError, match="cannot reach the proxy"):
        embedded.preflight(plan, print)
