"""The client and topic settings of reliable ack cells, in literal values."""

from typing import Any

import pytest

from include.load_runtime.program import LoadPrograms
from include.scenarios.common_client_settings import topic_settings
from include.scenarios.reliable_ack.settings import ReliableAckSettings
from tests.load_programs import programs_of
from tests.scenarios.client_settings import CONSUMER, PRODUCER, Difference, difference

NO_ACKS: Difference = {
    "acks": "0",
    "retries": "0",
    "max.in.flight.requests.per.connection": "10",
}

LEVELS = ["fire-and-forget", "reliable-ack", "leader", "replicas", "idempotent", "exactly-once"]


def programs(level: str, **settings: Any) -> LoadPrograms:
    return programs_of(scenario="reliable_ack", level=level, **settings)


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("fire-and-forget", NO_ACKS),
        ("reliable-ack", NO_ACKS),
        ("leader", {"acks": "1"}),
        ("replicas", {}),
        ("idempotent", {"enable.idempotence": "true"}),
        (
            "exactly-once",
            {
                "enable.idempotence": "true",
                "transactional.id": "t",
                "transaction.timeout.ms": "60000",
                "message.timeout.ms": "60000",
            },
        ),
    ],
)
def test_the_settings_of_the_producer_follow_from_the_level(level: str, expected: Difference) -> None:
    settings = difference(programs(level).producer.job.client_settings, PRODUCER)
    assert settings == {"linger.ms": "0", **expected}


def test_a_producer_counts_its_requests_if_packets_are_lost() -> None:
    lossy = programs("leader", packet_loss=3).producer.job.client_settings
    assert lossy["statistics.interval.ms"] == "250"


@pytest.mark.parametrize("level", LEVELS)
def test_consumers_read_to_the_end_and_only_exactly_once_hides_uncommitted_messages(level: str) -> None:
    expected = {"enable.partition.eof": "true"}
    if level == "exactly-once":
        expected["isolation.level"] = "read_committed"
    assert difference(programs(level).consumers[0].job.client_settings, CONSUMER) == expected


def test_the_monitor_retransmits_with_acks_of_all_replicas_and_without_retries() -> None:
    monitor = programs("reliable-ack", request_timeout_ms=2_000).serving[0]
    assert difference(monitor.job.client_settings, PRODUCER) == {
        "retries": "0",
        "linger.ms": "0",
        "request.timeout.ms": "2000",
        "message.timeout.ms": "2000",
    }


def test_a_program_that_reports_receipts_fetches_many_uncommitted_messages_at_once() -> None:
    receipts = programs("reliable-ack").serving[1]
    assert difference(receipts.job.client_settings, CONSUMER) == {
        "enable.auto.commit": "false",
        "enable.partition.eof": "true",
        "fetch.min.bytes": "262144",
        "fetch.wait.max.ms": "100",
    }


@pytest.mark.parametrize(
    ("level", "minimum"),
    [
        ("fire-and-forget", "1"),
        ("reliable-ack", "1"),
        ("leader", "1"),
        ("replicas", "1"),
        ("idempotent", "2"),
        ("exactly-once", "2"),
    ],
)
def test_the_in_sync_minimum_of_the_topic_follows_from_the_level(level: str, minimum: str) -> None:
    settings = ReliableAckSettings.model_validate({"level": level})
    assert topic_settings(settings)["min.insync.replicas"] == minimum
