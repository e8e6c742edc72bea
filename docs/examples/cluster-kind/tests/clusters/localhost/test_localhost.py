from pathlib import Path

import pytest

from include.clusters.backend import ClusterRequest
from include.clusters.localhost import cluster
from include.kinds.cluster_kind import CLUSTER_KINDS
from include.machine.errors import PlatformError
from include.plan.cluster_and_runner import Placement
from include.plan.feasibility import problems
from include.plan.plan import Plan
from include.tasks.cluster import backend_of
from tests.e2e.cells import plan_of

LOCALHOST = Placement(cluster="localhost")


def no_connections(_id: str) -> dict[str, object]:
    raise AssertionError("the kind needs no Airflow connection")


def plan(run: Path, fault: str = "no-fault") -> Plan:
    return plan_of(run, {"fault": [fault]}, placement=LOCALHOST, semantics="at-least-once", rate=100)


def test_a_fault_of_a_broker_is_refused(tmp_path: Path) -> None:
    (problem,) = problems(plan(tmp_path / "run", "kill-leader").experiment, LOCALHOST)
    assert problem.text.startswith("kill-leader needs control over a broker, which CLUSTER=localhost with")


def test_a_run_finds_the_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "brokers_of", lambda _access: {1, 2})
    backend = backend_of(plan(tmp_path / "run"), "", no_connections)
    started = backend.start(ClusterRequest(tmp_path / "cluster", "4.3.1"))
    assert (started.access.bootstrap, started.record().kind, started.record().brokers) == (
        "localhost:9092",
        "localhost",
        2,
    )


def test_a_run_does_not_begin_without_brokers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "brokers_of", lambda _access: set())
    with pytest.raises(PlatformError, match="No broker answers at localhost:9092"):
        CLUSTER_KINDS["localhost"].package().preflight(plan(tmp_path / "run"), print)
