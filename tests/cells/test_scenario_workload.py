import pytest

from include.scenarios.registry import settings_of
from tests.load_programs import described_workload

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
    workload = described_workload(settings)
    assert workload.topics == workload.topics
    assert len(workload.topics.all) == (2 if scenario == "copy" else 1)
