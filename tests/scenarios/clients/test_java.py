from typing import Any

import pytest

from tests.load_programs import programs_of
from tests.scenarios.client_settings import (
    WITH_JAVA,
    Difference,
    consumer_settings,
    difference,
    producer_settings,
)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"semantics": "at-most-once"}, {"acks": "0", "retries": "0"}),
        ({"semantics": "idempotent"}, {"enable.idempotence": "true"}),
        (
            {"semantics": "exactly-once"},
            {"enable.idempotence": "true", "transactional.id": "t", "transaction.timeout.ms": "60000"},
        ),
        ({"linger_ms": 0}, {"linger.ms": "0"}),
        ({"batch_bytes": 50_000_000}, {"batch.size": "50000000", "buffer.memory": "50000000"}),
        ({"compression": "zstd"}, {"compression.type": "zstd"}),
        ({"request_timeout_ms": 2_000}, {"request.timeout.ms": "2000"}),
        ({"delivery_timeout_ms": 60_000}, {"delivery.timeout.ms": "60000"}),
        ({"idempotence": True}, {"enable.idempotence": "true"}),
        ({"acks": 1}, {"acks": "1"}),
    ],
)
def test_a_cells_setting_changes_those_of_producers(settings: dict[str, Any], expected: Difference) -> None:
    changed = difference(producer_settings(**WITH_JAVA, **settings), producer_settings(**WITH_JAVA))
    changed.pop("max.in.flight.requests.per.connection", None)
    assert changed == expected


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"semantics": "exactly-once"}, {"isolation.level": "read_committed"}),
        ({"fetch_wait_ms": 10}, {"fetch.max.wait.ms": "10"}),
        ({"fetch_partition_bytes": 16_384}, {"max.partition.fetch.bytes": "16384"}),
        ({"auto_commit_ms": 100}, {"auto.commit.interval.ms": "100"}),
        (
            {"processing": "process-first", "batch_messages": 50},
            {"enable.auto.commit": "false", "max.poll.records": "50"},
        ),
    ],
)
def test_a_cells_setting_changes_those_of_consumers(settings: dict[str, Any], expected: Difference) -> None:
    assert difference(consumer_settings(**WITH_JAVA, **settings), consumer_settings(**WITH_JAVA)) == expected


def test_the_programs_are_classes_of_the_client_that_is_planned() -> None:
    java = WITH_JAVA | {"client": "java-3.9"}
    programs = programs_of(semantics="at-least-once", processing="process-first", **java)
    assert [(program.module, str(program.client)) for program in programs.all] == [
        ("kerran.ProcessingConsumer", "java-3.9.2"),
        ("kerran.DeliveryProducer", "java-3.9.2"),
    ]
