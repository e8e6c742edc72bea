from typing import Any

import pytest

from include.load_runtime.job import (
    ConsumerJob,
    CopyJob,
    ProcessingJob,
    ProducerJob,
    ProxyJob,
    Resend,
    VisibilityJob,
)
from include.load_runtime.program import LoadPrograms, newcomer, successor
from tests.load_programs import ADDRESS, programs_of


def programs(semantics: str, **settings: Any) -> LoadPrograms:
    values = {"rate": 100, "messages": 1000, "partitions": 3, **settings}
    return programs_of(semantics=semantics, **values)


def producer(semantics: str, **settings: Any) -> ProducerJob:
    job = programs(semantics, **settings).producer.job
    assert isinstance(job, ProducerJob)
    return job


def consumer(semantics: str, **settings: Any) -> ConsumerJob:
    job = programs(semantics, **settings).consumers[0].job
    assert isinstance(job, ConsumerJob)
    return job


@pytest.mark.parametrize(
    ("semantics", "resend"),
    [
        ("at-most-once", Resend.NOT_HANDED_OVER),
        ("at-least-once", Resend.NOT_ACKED),
        ("idempotent", Resend.NOT_ACKED),
        ("exactly-once", Resend.NOT_COMMITTED),
    ],
)
def test_the_semantics_decides_which_messages_a_successor_resends(semantics: str, resend: Resend) -> None:
    assert producer(semantics).resend is resend


def test_only_a_producer_with_transactions_ends_them_by_their_number_of_messages() -> None:
    assert producer("exactly-once", transaction_messages=2).transaction_messages == 2
    assert producer("idempotent", transaction_messages=2).transaction_messages is None


def test_only_a_producer_that_a_fault_strikes_pauses() -> None:
    assert producer("at-least-once", fault="kill-producer", fault_after=0.3).pause_after == 300
    assert producer("at-least-once", fault="kill-leader").pause_after is None


def test_a_producer_keeps_its_records_in_files_in_a_cell_with_a_fault() -> None:
    assert producer("at-least-once", fault="kill-leader").keeps_records_in_files
    assert not producer("at-least-once").keeps_records_in_files


def test_a_log_of_requests_has_a_proxy_without_strikes_before_the_producer() -> None:
    behind = programs("exactly-once", wire_log=True)
    assert behind.proxy
    assert isinstance(behind.proxy.job, ProxyJob)
    assert (behind.proxy.job.wire_log, behind.proxy.job.strikes) == (True, [])
    assert behind.producer.job.client_settings["bootstrap.servers"] != ADDRESS
    assert behind.consumers[0].job.client_settings["bootstrap.servers"] == ADDRESS
    assert programs("exactly-once").proxy is None


def test_a_successor_takes_over_and_does_not_pause() -> None:
    again = successor(programs("exactly-once", fault="kill-producer").producer).job
    assert (again.name, again.takes_over, again.pause_after) == ("producer-again", ["producer"], None)
    assert again.client_settings["transactional.id"] == "t"


def test_a_newcomer_has_a_transactional_id_of_its_own() -> None:
    other = newcomer(programs("exactly-once", scenario="copy", fault="freeze-consumer").copiers[0]).job
    assert isinstance(other, CopyJob)
    assert (other.name, other.pause_after) == ("copier-1", None)
    assert other.producer_settings["transactional.id"] == "t-0-1"


def test_the_first_of_several_consumers_pauses_at_its_share_of_the_messages() -> None:
    several = programs(
        "at-least-once",
        processing="process-first",
        fault="kill-before-commit",
        fault_after=0.3,
        consumers=3,
    )
    assert [program.job.pause_after for program in several.consumers] == [100, None, None]


def test_the_client_commits_automatically_only_if_the_consumer_does_not_commit() -> None:
    commits = {
        processing: consumer("at-least-once", processing=processing).client_settings["enable.auto.commit"]
        for processing in ("receive-only", "commit-first", "process-first", "auto-commit")
    }
    assert commits == {
        "receive-only": "true",
        "commit-first": "false",
        "process-first": "false",
        "auto-commit": "true",
    }


def test_consumers_join_no_group_if_a_fault_strikes_the_brokers_or_the_producer() -> None:
    assert consumer("at-least-once", fault="kill-leader").assigned == [0, 1, 2]
    assert consumer("at-least-once", fault="rebalance").assigned == []
    assert consumer("at-least-once").assigned == []


def test_in_a_copy_the_copier_has_the_semantics() -> None:
    copy = programs("at-most-once", scenario="copy")
    copier = copy.copiers[0].job
    assert isinstance(copier, CopyJob)
    assert copier.producer_settings["acks"] == "0"
    assert copy.producer.job.client_settings["acks"] == "all"
    reader = copy.consumers[0].job
    assert isinstance(reader, ProcessingJob)
    assert (reader.topic, reader.transformed) == ("copied", True)


def test_a_batch_is_limited_by_bytes_only_unless_a_number_of_messages_is_set() -> None:
    unlimited, one = producer("at-most-once"), producer("at-most-once", messages_per_request=1)
    assert [job.client_settings["batch.num.messages"] for job in (unlimited, one)] == ["1000000", "1"]
    assert [job.most_per_request for job in (unlimited, one)] == [1_000_000, 1]


def test_clients_count_their_requests_only_if_the_experiment_says_so() -> None:
    for counts in (True, False):
        cell_programs = programs("at-most-once", request_counts=counts)
        counted = ["statistics.interval.ms" in program.job.client_settings for program in cell_programs.all]
        assert counted == [counts, counts]


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
