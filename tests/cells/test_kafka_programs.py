from typing import Any

import pytest

from include.load_runtime.job import ProducerJob, ProxyJob, VisibilityJob
from include.load_runtime.programs_of_cell import LoadPrograms
from tests.load_programs import ADDRESS, programs_of


def programs(semantics: str, **settings: Any) -> LoadPrograms:
    values = {"rate": 100, "messages": 1000, "partitions": 3, **settings}
    return programs_of(semantics=semantics, **values)


def producer(semantics: str, **settings: Any) -> ProducerJob:
    job = programs(semantics, **settings).producer.job
    assert isinstance(job, ProducerJob)
    return job


def test_only_a_program_that_a_fault_strikes_pauses_at_its_share() -> None:
    assert producer("at-least-once", fault="kill-producer", fault_after=0.3).pause_after == 300
    assert producer("at-least-once", fault="kill-leader").pause_after is None
    several = programs(
        "at-least-once", processing="process-first", fault="kill-before-commit", fault_after=0.3, consumers=3
    )
    assert [program.job.pause_after for program in several.consumers] == [100, None, None]


def test_a_log_of_requests_has_a_proxy_without_strikes_before_the_producer() -> None:
    behind = programs("exactly-once", wire_log=True)
    assert behind.proxy
    assert isinstance(behind.proxy.job, ProxyJob)
    assert (behind.proxy.job.wire_log, behind.proxy.job.strikes) == (True, [])
    assert behind.producer.job.client_settings["bootstrap.servers"] != ADDRESS
    assert behind.consumers[0].job.client_settings["bootstrap.servers"] == ADDRESS
    assert programs("exactly-once").proxy is None


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
