from typing import Any

import pytest
from confluent_kafka import Consumer, Producer

from include.kinds.semantics.registry import SEMANTICS
from tests.load_programs import ADDRESS, programs_of

ADDED = {"bootstrap.servers": ADDRESS, "log_level": "6", "allow.auto.create.topics": "false"}
"""What a load program needs, whatever the settings of its client."""


def producer_settings(semantics: str = "at-least-once", **settings: Any) -> dict[str, str]:
    return programs_of(semantics=semantics, **settings).producer.job.client_settings


def consumer_settings(semantics: str = "at-least-once", **settings: Any) -> dict[str, str]:
    return programs_of(semantics=semantics, **settings).consumers[0].job.client_settings


def test_settings_that_no_golden_file_has_reach_the_client() -> None:
    assert producer_settings(linger_ms=0.5)["linger.ms"] == "0.5"
    consumer = consumer_settings(fetch_max_bytes=2_000_000, auto_commit_ms=100)
    assert (consumer["fetch.max.bytes"], consumer["auto.commit.interval.ms"]) == ("2000000", "100")


@pytest.mark.parametrize("delivery_timeout_ms", [None, 1_000])
def test_the_transaction_timeout_limits_the_message_timeout(delivery_timeout_ms: int | None) -> None:
    timeouts = {"transaction_timeout_ms": 5_000, "delivery_timeout_ms": delivery_timeout_ms}
    settings = producer_settings("exactly-once", **timeouts)
    assert settings["transaction.timeout.ms"] == "5000"
    assert settings["message.timeout.ms"] == str(delivery_timeout_ms or 5_000)


@pytest.mark.parametrize("semantics", SEMANTICS)
def test_the_client_library_accepts_the_settings_of_every_semantics(semantics: str) -> None:
    Producer(producer_settings(semantics)).flush(0)
    Consumer(consumer_settings(semantics)).close()


def test_settings_of_a_users_own_are_added_to_by_what_the_load_programs_need_and_by_nothing_else() -> None:
    assert producer_settings(producer_settings={"linger.ms": "7"}) == ADDED | {"linger.ms": "7"}
    transactional = producer_settings("exactly-once", producer_settings={})
    assert transactional["transactional.id"] == "t"
    assert "message.timeout.ms" not in transactional
    consumer = consumer_settings(consumer_settings={"enable.auto.commit": "false"})
    of_a_member = {"group.id": "t", "auto.offset.reset": "earliest", "enable.partition.eof": "false"}
    assert consumer == ADDED | of_a_member | {"enable.auto.commit": "false"}
