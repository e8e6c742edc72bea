from array import array
from pathlib import Path

import numpy as np
import pytest

from include.load.producer_job import Resend
from include.producers.earlier_producers import EarlierProducers
from include.producers.producer_files import ProducerFiles, sent_parts
from include.producers.sent_log import SentLog
from include.producers.transactions import Transactions
from tests.load.fakes import fake_producer
from tests.producers.test_sent_log import report


def leave_files_of_a_killed_producer(cell: Path) -> None:
    """The files of a producer that sent 0 to 3 of five messages. 0 and 1 are committed, 0 and 2 acked."""
    files = ProducerFiles(cell, "producer")
    log = SentLog.new(5, files.sent)
    transactions = Transactions(fake_producer(), files.transactions, 100)
    for number, first in enumerate((0, 2)):
        transactions.commit(first)
        transactions.begin(first)
        for message in (first, first + 1):
            log.transaction[message] = number
    log.handed_over(array("q", [0, 1, 2, 3]), 7)
    log.on_delivery(None, report(0))
    log.on_delivery(None, report(2))


@pytest.mark.parametrize(
    ("resend", "expected"),
    [(Resend.NOT_HANDED_OVER, [4]), (Resend.NOT_ACKED, [1, 3, 4]), (Resend.NOT_COMMITTED, [2, 3, 4])],
)
def test_a_guarantee_says_what_a_successor_sends(tmp_path: Path, resend: Resend, expected: list[int]) -> None:
    leave_files_of_a_killed_producer(tmp_path)
    assert EarlierProducers(tmp_path, ["producer"], 5).messages_to_send(resend).tolist() == expected


def test_a_successor_sends_no_messages_of_a_transaction_that_was_aborted_on_purpose(tmp_path: Path) -> None:
    leave_files_of_a_killed_producer(tmp_path)
    journal = ProducerFiles(tmp_path, "producer").transactions
    aborted = Transactions(fake_producer(), journal, 100, earlier=1)
    aborted.begin(2)
    aborted.abort(4)
    assert EarlierProducers(tmp_path, ["producer"], 5).messages_to_send(Resend.NOT_COMMITTED).tolist() == [4]


def test_messages_that_are_set_aside_come_first_and_are_no_longer_in_the_log(tmp_path: Path) -> None:
    leave_files_of_a_killed_producer(tmp_path)
    files = ProducerFiles(tmp_path, "producer")
    log = SentLog.open(files.sent)
    for number, messages in {10: [3], 9: [1, 2], 11: []}.items():
        log.set_aside(np.array(messages, np.int64), files.sent_aborted(number))
    (tmp_path / "sent-producer-aborted-12-incomplete").mkdir()  # the producer was killed meanwhile
    parts = [part.to_pylist() for part in sent_parts(tmp_path, "producer")]
    assert [[row["id"] for row in part] for part in parts] == [[1, 2], [3], [], [0]]
    assert [(row["handed_over_ns"], row["transaction"]) for row in parts[0]] == [(7, 0), (7, 1)]
    assert (log.attempted().sum(), log.acked().tolist()) == (1, [True, *[False] * 4])
