import json
from pathlib import Path

import pytest

from include.producers.producer_files import sent_parts, transactions_part
from tests.clients.java.java_scenes import output_of

pytestmark = pytest.mark.brokers  # it starts Java


def test_the_messages_of_an_aborted_transaction_are_recorded_before_a_resend(tmp_path: Path) -> None:
    output_of("AbortedTransaction", tmp_path)
    aborted, sent = (part.to_pylist() for part in sent_parts(tmp_path, "producer"))
    assert [(row["id"], row["created_ns"], row["transaction"]) for row in aborted] == [(0, 10, 0), (1, 11, 0)]
    assert [(row["id"], row["created_ns"], row["transaction"]) for row in sent] == [(0, 30, 1)]
    transactions = transactions_part(tmp_path, "producer").to_pylist()
    assert [(row["messages"], row["outcome"]) for row in transactions] == [(2, "aborted"), (1, "committed")]
    assert all(row["begun_ns"] <= row["commit_called_ns"] <= row["ended_ns"] for row in transactions)


RESULTS = {
    "InvalidProducerEpochException": ("aborted", "unknown"),
    "TransactionAbortableException": ("aborted", "unknown"),
    "ProducerFencedException": ("raised", "fenced"),
    "TimeoutException": ("committed", "unknown"),  # it is tried again
    "TimeoutException, time-out": ("raised", "unknown"),
}
"""What becomes of a transaction whose commit raises an error, and the fate of a message, by the error."""


def test_a_failed_commit_is_aborted_given_up_or_tried_again(tmp_path: Path) -> None:
    printed = map(json.loads, output_of("CommitErrors", tmp_path).splitlines())
    results = {row["error"]: (row["outcome"], row["fate"]) for row in printed}
    for error, result in RESULTS.items():
        assert results[error] == results.get(f"{error}, wrapped", result) == result
