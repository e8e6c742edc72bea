from pathlib import Path

import pytest
from pydantic import ValidationError

from include.kinds.semantics.registry import MESSAGE_VIOLATIONS
from include.load.producer_job import ProducerJob, Resend
from include.load.program_descriptions import Topics
from include.scenarios.delivery.settings import DeliverySettings
from include.settings.topic import topic_settings
from include.verdicts.guarantee import promised
from tests.e2e.cells import plan_of
from tests.load_programs import described_workload


def settings(**changes: object) -> DeliverySettings:
    return DeliverySettings.model_validate({"semantics": "all-replicas", **changes})


def test_it_is_a_level_of_the_factor_semantics(tmp_path: Path) -> None:
    semantics = ["exactly-once", "all-replicas"]
    plan = plan_of(tmp_path / "run", {"semantics": semantics, "transaction_ms": [10]})
    assert [treatment.id for treatment in plan.treatments] == ["exactly-once.tx10ms", "all-replicas.tx10ms"]


def test_its_clients_and_its_topic_have_its_settings() -> None:
    programs = described_workload(settings(), topics=Topics("topic")).programs()
    producer, consumer = programs.producer.job, programs.consumers[0].job
    assert producer.client_settings["transactional.id"] == "topic"
    assert consumer.client_settings["isolation.level"] == "read_committed"
    assert isinstance(producer, ProducerJob)
    assert producer.resend is Resend.NOT_COMMITTED
    assert topic_settings(settings())["min.insync.replicas"] == "3"


def test_it_promises_that_nothing_goes_wrong() -> None:
    assert promised(settings()) == MESSAGE_VIOLATIONS


def test_fewer_replicas_than_it_asks_for_are_refused() -> None:
    with pytest.raises(ValidationError, match="2 is below min_insync_replicas, which is 3"):
        settings(replication=2)
