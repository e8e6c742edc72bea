from typing import Any

import pytest

from include.load_runtime.job import VisibilityJob
from tests.load_programs import programs_of


def test_only_the_first_consumer_pauses_at_its_share_for_a_fault_between_two_steps() -> None:
    fault: dict[str, Any] = {"processing": "process-first", "fault": "kill-before-commit", "fault_after": 0.3}
    load: dict[str, Any] = {"rate": 100, "messages": 1000, "partitions": 3, "consumers": 3}
    struck = programs_of(semantics="at-least-once", **fault, **load)
    assert [program.job.pause_after for program in struck.consumers] == [100, None, None]


@pytest.mark.parametrize("scenario", ["delivery", "copy", "group_rebalance", "reliable_ack"])
def test_a_cell_has_an_observer_of_the_consumers_topic_only_if_it_is_asked_for(scenario: str) -> None:
    chosen: dict[str, Any] = {"semantics": "exactly-once"}
    if scenario == "reliable_ack":
        chosen = {"level": "replicas"}
    assert programs_of(scenario=scenario, **chosen).observers == []
    (observer,) = programs_of(scenario=scenario, visibility_ms=20, **chosen).observers
    assert isinstance(observer.job, VisibilityJob)
    assert observer.job.topic == ("copied" if scenario == "copy" else "t")
    assert observer.job.interval_ms == 20
