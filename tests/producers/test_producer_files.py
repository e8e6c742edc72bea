from array import array
from pathlib import Path

import pytest

from include.load_runtime.mmap_array import new_array
from include.load_runtime.producer_job import Resend
from include.producers.earlier_producers import EarlierProducers
from include.producers.producer_files import ProducerFiles, sent_parts
from include.producers.sent_log import SentLog
from include.producers.transactions import Transactions
from tests.load_runtime.fakes import fake_producer
from tests.producers.test_sent_log import report


def leave_files_of_a_killed_producer(cell: Path) -> None:
    """The files of a producer that sent 0 to 3 of five messages. 0 and 1 are committed, 0 and 2 acked."""
    files = ProducerFiles(cell, "producer")
    log = SentLog.new(5, files.sent_folder)
    transactions = Transactions(fake_producer(), 100, journal=files.transaction_journal)
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
    journal = ProducerFiles(tmp_path, "producer").transaction_journal
    aborted = Transactions(fake_producer(), 100, earlier=1, journal=journal)
    aborted.begin(2)
    aborted.abort(4)
    assert EarlierProducers(tmp_path, ["producer"], 5).messages_to_send(Resend.NOT_COMMITTED).tolist() == [4]


def test_the_records_of_an_aborted_transaction_may_be_in_a_folder(tmp_path: Path) -> None:
    leave_files_of_a_killed_producer(tmp_path)
    for name in ("sent-producer-aborted-1", "sent-producer-aborted-2-incomplete"):
        log = SentLog.new(2, tmp_path / name)
        log.handed_over(array("q", [0, 1]), 5)
        ids = new_array("q", 2, tmp_path / name / "id")
        ids[0], ids[1] = 2, 3
    aborted, sent = sent_parts(tmp_path, "producer")
    assert aborted["id"].to_pylist() == [2, 3]
    assert aborted["handed_over_ns"].to_pylist() == [5, 5]
    assert sent["id"].to_pylist() == [0, 1, 2, 3]
