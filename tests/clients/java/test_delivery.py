from pathlib import Path
from typing import Any

import pytest

from include.clients.java.job_files import write_java_job
from include.load.producer_job import ProducerJob, Resend
from include.producers.producer_files import sent_parts, transactions_part
from tests.clients.java.java_scenes import output_of
from tests.load.jobs import job_of

pytestmark = pytest.mark.brokers  # it starts Java


def calls(folder: Path, behaviour: str = "acknowledge", **fields: Any) -> list[str]:
    """Run a producer with these fields in its job; return the calls of its client."""
    job = job_of(ProducerJob, **{"name": "producer", "folder": folder, **fields})
    output_of("ProducerOnMock", write_java_job(job, folder / "producer.job.json"), behaviour)
    return (folder / "calls").read_text(encoding="utf-8").splitlines()


def sends(*messages: int) -> list[str]:
    return [f"send {message}" for message in messages]


def sent(folder: Path) -> list[dict[str, Any]]:
    """The rows of ``sent.parquet``, those of messages that were sent again among them."""
    return [row for part in sent_parts(folder, "producer") for row in part.to_pylist()]


def transactions(folder: Path) -> list[dict[str, Any]]:
    return list(transactions_part(folder, "producer").to_pylist())


def test_a_transaction_ends_with_its_last_message_whatever_its_age(tmp_path: Path) -> None:
    done = calls(tmp_path, messages=5, transaction_ms=0, transaction_messages=2)
    assert done[:-1] == [
        *("begin", *sends(0, 1), "commit"),
        *("begin", *sends(2, 3), "commit"),
        *("begin", *sends(4), "commit"),
    ]
    assert [row["messages"] for row in transactions(tmp_path)] == [2, 2, 1]


def test_a_transaction_aborted_by_choice_is_in_the_log_before_and_is_not_sent_again(tmp_path: Path) -> None:
    done = calls(tmp_path, messages=6, transaction_messages=2, abort_percent=50)
    assert done[:-1] == [
        *("begin", *sends(0, 1), "commit"),
        *("begin", *sends(2, 3), "abort while 0 wait"),
        *("begin", *sends(4, 5), "commit"),
    ]
    outcomes = [(row["id"], row["outcome"], row["transaction"]) for row in sent(tmp_path)]
    assert outcomes == [(id, "acked", id // 2) for id in range(6)]
    ended = transactions(tmp_path)
    assert [row["outcome"] for row in ended] == ["committed", "aborted", "committed"]
    assert [row["commit_called_ns"] is None for row in ended] == [False, True, False]


def test_the_aborted_transactions_are_spread_evenly(tmp_path: Path) -> None:
    calls(tmp_path, messages=10, transaction_messages=1, abort_percent=30)
    assert [row["transaction"] for row in transactions(tmp_path) if row["outcome"] == "aborted"] == [3, 6, 9]


def test_successors_send_nothing_that_was_committed_or_aborted_by_choice(tmp_path: Path) -> None:
    fields: dict[str, Any] = {"messages": 6, "transaction_messages": 2, "abort_percent": 50}
    calls(tmp_path, **fields)
    for name, earlier in (("second", ["producer"]), ("third", ["producer", "second"])):
        again = calls(tmp_path, name=name, takes_over=earlier, resend=Resend.NOT_COMMITTED, **fields)
        assert again == ["at most 0 waited"]


def test_so_many_messages_wait_for_their_acknowledgement_as_the_job_permits(tmp_path: Path) -> None:
    assert calls(tmp_path, unacknowledged_messages=2) == [*sends(*range(10)), "at most 2 waited"]
    assert [row["outcome"] for row in sent(tmp_path)] == ["acked"] * 10


def test_a_producer_that_waits_for_an_acknowledgement_can_be_stopped(tmp_path: Path) -> None:
    assert calls(tmp_path, "stop", unacknowledged_messages=2)[:-1] == sends(0, 1)


def test_a_message_that_the_client_refuses_waits_for_no_acknowledgement(tmp_path: Path) -> None:
    fields: dict[str, Any] = {"messages": 2, "transaction_messages": 2, "unacknowledged_messages": 1}
    assert calls(tmp_path, "refuse", **fields)[:-1] == [
        *("begin", *sends(0), "commit", "abort while 0 wait"),
        *("begin", *sends(0, 1), "commit"),
    ]
    assert [row["outcome"] for row in sent(tmp_path)] == ["unknown", "acked", "acked"]


def test_after_the_pause_messages_go_to_the_added_partitions_too(tmp_path: Path) -> None:
    done = calls(tmp_path, messages=5, pause_after=2, partitions=1, partitions_after_pause=3)
    assert done[:-1] == [*sends(0, 1), "send 2 to 2", "send 3 to 0", "send 4 to 1"]
