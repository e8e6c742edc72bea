from typing import Any

from include.load_runtime.job import CopyJob
from include.scenarios.copy import CopySettings
from tests.load_programs import programs_of
from tests.scenarios.client_settings import PRODUCER, difference
from tests.scenarios.clients import java_settings as java

WITH_JAVA = java.WITH_JAVA | {"client": "java-3.9"}


def copier(semantics: str, **settings: Any) -> CopyJob:
    job = programs_of(scenario="copy", semantics=semantics, **settings).copiers[0].job
    assert isinstance(job, CopyJob)
    return job


def test_only_the_copiers_use_the_chosen_client_and_each_has_a_transactional_id_of_its_own() -> None:
    programs = programs_of(scenario="copy", semantics="exactly-once", **WITH_JAVA)
    assert {program.name: (program.module, str(program.client)) for program in programs.all} == {
        "copier-0": ("kerran.Copier", "java-3.9.2"),
        "consumer-0": ("include.consumers.processing", "librdkafka"),
        "producer": ("include.producers.delivery", "librdkafka"),
    }
    assert programs.producer.job.client_settings == {**PRODUCER, "enable.idempotence": "true"}
    copiers = programs_of(scenario="copy", semantics="exactly-once", copiers=2).copiers
    jobs = [program.job for program in copiers]
    ids = [job.producer_settings["transactional.id"] for job in jobs if isinstance(job, CopyJob)]
    assert ids == ["t-0", "t-1"]


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


def test_a_java_copier_commits_in_transactions_as_a_member_which_old_brokers_do_not_know() -> None:
    needed = {
        ("librdkafka", "exactly-once"): None,
        ("java-4.3", "at-least-once"): ("client", (2, 1)),
        ("java-4.3", "exactly-once"): ("client", (2, 5)),
        ("java-3.9", "at-least-once"): None,
        ("java-3.9", "exactly-once"): ("client", (2, 5)),
    }
    for (client, semantics), release in needed.items():
        settings = CopySettings(semantics=semantics, client=client, lead_in_seconds=2)
        assert settings.traits.needed_release == release
