"""The client and topic settings of copy cells, in literal values."""

from typing import Any

import pytest
from pydantic import ValidationError

from include.load_runtime.job import CopyJob
from include.releases.versions import Version
from include.scenarios.common_client_settings import topic_settings
from include.scenarios.copy.settings import CopySettings
from tests.load_programs import programs_of
from tests.scenarios.client_settings import CONSUMER, PRODUCER, Difference, difference
from tests.scenarios.clients import java_settings as java

WITH_JAVA = java.WITH_JAVA | {"client": "java-3.9"}


def copier(semantics: str, **settings: Any) -> CopyJob:
    job = programs_of(scenario="copy", semantics=semantics, **settings).copiers[0].job
    assert isinstance(job, CopyJob)
    return job


@pytest.mark.parametrize(
    ("semantics", "expected"),
    [
        (
            "at-most-once",
            {
                "acks": "0",
                "retries": "0",
                "max.in.flight.requests.per.connection": "10",
            },
        ),
        ("at-least-once", {}),
        ("idempotent", {"enable.idempotence": "true"}),
        (
            "exactly-once",
            {
                "enable.idempotence": "true",
                "transactional.id": "t-0",
                "transaction.timeout.ms": "60000",
                "message.timeout.ms": "60000",
            },
        ),
    ],
)
def test_the_producer_of_a_copier_has_the_semantics_of_the_cell(semantics: str, expected: Difference) -> None:
    assert difference(copier(semantics).producer_settings, PRODUCER) == expected


@pytest.mark.parametrize(
    ("semantics", "isolation"),
    [
        ("at-most-once", "read_uncommitted"),
        ("at-least-once", "read_uncommitted"),
        ("idempotent", "read_uncommitted"),
        ("exactly-once", "read_committed"),
    ],
)
def test_the_consumer_of_a_copier_leaves_commits_to_the_copier(semantics: str, isolation: str) -> None:
    settings = copier(semantics).client_settings
    assert settings == CONSUMER | {
        "enable.auto.commit": "false",
        "enable.partition.eof": "true",
        "isolation.level": isolation,
    }


@pytest.mark.parametrize("semantics", ["at-most-once", "at-least-once", "idempotent", "exactly-once"])
def test_the_producer_that_feeds_the_first_topic_is_always_idempotent(semantics: str) -> None:
    settings = programs_of(scenario="copy", semantics=semantics).producer.job.client_settings
    assert difference(settings, PRODUCER) == {"enable.idempotence": "true"}


def test_the_reader_of_the_last_topic_is_in_a_group_of_its_name_and_reads_with_the_isolation_level() -> None:
    reader = programs_of(scenario="copy", semantics="exactly-once").consumers[0].job
    assert difference(reader.client_settings, CONSUMER) == {
        "group.id": "copied",
        "enable.partition.eof": "true",
        "isolation.level": "read_committed",
    }


def test_only_the_copiers_use_the_chosen_client() -> None:
    programs = programs_of(scenario="copy", semantics="exactly-once", **WITH_JAVA)
    assert {one.name: (one.module, str(one.client)) for one in programs.all} == {
        "copier-0": ("kerran.Copier", "java-3.9.2"),
        "consumer-0": ("include.consumers.processing", "librdkafka"),
        "producer": ("include.producers.delivery", "librdkafka"),
    }
    assert programs.producer.job.client_settings == {**PRODUCER, "enable.idempotence": "true"}


def test_a_copier_of_the_java_client_has_that_clients_settings() -> None:
    job = copier("exactly-once", batch_messages=50, **WITH_JAVA)
    assert difference(job.client_settings, java.CONSUMER) == {
        "enable.auto.commit": "false",
        "isolation.level": "read_committed",
        "max.poll.records": "50",
    }
    assert difference(job.producer_settings, java.PRODUCER) == {
        "enable.idempotence": "true",
        "transactional.id": "t-0",
        "transaction.timeout.ms": "60000",
    }


@pytest.mark.parametrize(
    ("client", "semantics", "expected"),
    [
        ("librdkafka", "exactly-once", None),
        ("java-4.3", "at-least-once", ("client", (2, 1))),
        ("java-4.3", "exactly-once", ("client", (2, 5))),
        ("java-3.9", "at-least-once", None),
        ("java-3.9", "exactly-once", ("client", (2, 5))),
    ],
)
def test_a_java_copier_commits_in_transactions_as_a_member_which_old_brokers_do_not_know(
    client: str, semantics: str, expected: tuple[str, Version] | None
) -> None:
    settings = CopySettings(semantics=semantics, client=client, lead_in_seconds=2)
    assert settings.needed_release() == expected


def test_a_setting_that_the_client_of_a_copier_does_not_have_is_refused() -> None:
    with pytest.raises(ValidationError, match="messages_per_request: 50 has no counterpart in java"):
        CopySettings(semantics="exactly-once", messages_per_request=50, **WITH_JAVA)


def test_each_copier_has_a_transactional_id_of_its_own() -> None:
    copiers = programs_of(scenario="copy", semantics="exactly-once", copiers=2).copiers
    jobs = [program.job for program in copiers]
    ids = [job.producer_settings["transactional.id"] for job in jobs if isinstance(job, CopyJob)]
    assert ids == ["t-0", "t-1"]


@pytest.mark.parametrize(
    ("semantics", "minimum"),
    [("at-most-once", "1"), ("at-least-once", "1"), ("idempotent", "2"), ("exactly-once", "2")],
)
def test_the_in_sync_minimum_of_both_topics_follows_from_the_semantics(semantics: str, minimum: str) -> None:
    assert topic_settings(CopySettings(semantics=semantics))["min.insync.replicas"] == minimum
