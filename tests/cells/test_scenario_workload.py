from types import SimpleNamespace
from typing import cast

import pytest

from include.cells.scenario_workload import CellAttempt, workload_of
from include.clusters.cluster import Cluster
from include.matrix.plan import Cell
from include.scenarios.registry import settings_of

SETTINGS = {
    "delivery": {"semantics": "at-least-once"},
    "copy": {"semantics": "at-least-once"},
    "group_rebalance": {"semantics": "idempotent"},
    "queue": {"system": "redis-list"},
    "reliable_ack": {"level": "leader"},
}


@pytest.mark.parametrize("scenario", SETTINGS)
def test_a_workload_keeps_the_names_of_its_topics(scenario: str) -> None:
    settings = settings_of({"scenario": scenario, **SETTINGS[scenario]})
    cell = cast("Cell", SimpleNamespace(id="cell", settings=settings))
    workload = workload_of(CellAttempt("run", cell, 1, cast("Cluster", None)))
    assert workload.topics == workload.topics
    assert len(workload.topics.all) == (2 if scenario == "copy" else 1)
