"""Settings that differ by client; the golden files have those of the experiments."""

from typing import Any

import pytest

from tests.load_programs import programs_of

JAVA: dict[str, Any] = {"client": "java-3.9", "lead_in_seconds": 2, "semantics": "at-least-once"}


def client_settings(**settings: Any) -> set[tuple[str, str]]:
    """Those of the producer and of the consumer."""
    programs = programs_of(**JAVA | settings)
    jobs = (programs.producer.job, programs.consumers[0].job)
    return {setting for job in jobs for setting in job.client_settings.items()}


@pytest.mark.parametrize(
    ("settings", "changed"),
    [
        ({"batch_bytes": 50_000_000}, {"batch.size": "50000000", "buffer.memory": "50000000"}),
        ({"compression": "zstd"}, {"compression.type": "zstd"}),
        ({"acks": 1}, {"acks": "1"}),
        ({"fetch_wait_ms": 10}, {"fetch.max.wait.ms": "10"}),
        ({"fetch_partition_bytes": 16_384}, {"max.partition.fetch.bytes": "16384"}),
        ({"auto_commit_ms": 100}, {"auto.commit.interval.ms": "100"}),
    ],
)
def test_a_cells_setting_changes_those_of_a_client(settings: dict[str, Any], changed: dict[str, str]) -> None:
    assert client_settings(**settings) - client_settings() == {*changed.items()}


def test_the_programs_are_classes_of_the_client_that_is_planned() -> None:
    programs = programs_of(processing="process-first", batch_messages=50, **JAVA)
    assert [(program.module, str(program.client)) for program in programs.all] == [
        ("kerran.ProcessingConsumer", "java-3.9.2"),
        ("kerran.DeliveryProducer", "java-3.9.2"),
    ]
    consumer = programs.consumers[0].job.client_settings
    assert (consumer["enable.auto.commit"], consumer["max.poll.records"]) == ("false", "50")
