from pathlib import Path
from typing import Any

import pytest
from confluent_kafka import KafkaError, KafkaException

from include.producers import transactions
from include.producers.transaction_records import is_aborted_on_purpose, transactions_in, transactions_table
from include.producers.transactions import NS_PER_MS, Transactions
from include.rawlog.schemas import TransactionOutcome
from tests.load.fakes import ABORTABLE, FENCED, RETRIABLE, FakeProducer


def producer(*errors: KafkaError) -> Any:
    """A producer whose commits raise these errors, one after another."""
    fake = FakeProducer()
    fake.errors["commit_transaction"] = list(errors)
    return fake


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "transactions"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The present time in ms, which the test sets."""
    now = [0]
    monkeypatch.setattr(transactions, "monotonic_ns", lambda: now[0] * NS_PER_MS)
    return now


def send(sends: Transactions, clock: list[int], *times: int) -> list[int]:
    """Send a message at each of these times, in ms; return the numbers of their transactions."""
    numbers = []
    for message, clock[0] in enumerate(times):
        if sends.is_due():
            sends.commit(message)
            sends.begin(message)
        numbers.append(sends.current)
    return numbers


def test_the_first_send_that_finds_a_transaction_old_enough_commits_it(
    clock: list[int], journal: Path
) -> None:
    fake = producer()
    assert send(Transactions(fake, journal, age_ms=10), clock, 0, 5, 9, 10, 15, 40) == [0, 0, 0, 1, 1, 2]
    assert fake.calls == [*["begin transaction", "commit transaction"] * 2, "begin transaction"]
    assert send(Transactions(producer(), journal, age_ms=10, earlier=7), clock, 0, 12) == [7, 8]


def test_the_number_of_messages_ends_a_transaction_whatever_its_age(clock: list[int], journal: Path) -> None:
    by_number = Transactions(producer(), journal, age_ms=10, messages=2)
    assert send(by_number, clock, 0, 100, 200) == [0, 0, 0]
    assert [by_number.is_full(position) for position in (1, 2, 3)] == [False, True, True]


def test_a_share_of_the_transactions_is_aborted_on_purpose() -> None:
    for percent, numbers in {0: [], 50: [1, 3, 5, 7, 9], 30: [3, 6, 9], 100: list(range(10))}.items():
        assert [number for number in range(10) if is_aborted_on_purpose(number, percent)] == numbers


def test_the_messages_of_a_transaction_are_counted_and_the_open_one_of_a_killed_producer_is_aborted(
    clock: list[int], journal: Path
) -> None:
    sends = Transactions(producer(), journal, age_ms=10)
    send(sends, clock, 0, 5, 12, 13, 14)
    left = [(left.number, left.messages, left.outcome.value) for left in transactions_in(journal)]
    assert left == [(0, 2, "committed"), (1, 0, "aborted")]
    sends.commit(5)
    assert [transaction.messages for transaction in sends.done] == [2, 3]
    assert transactions_table(sends.done)["outcome"].to_pylist() == ["committed", "committed"]


@pytest.mark.parametrize(
    ("error", "end", "outcome"),
    [(ABORTABLE, "abort", TransactionOutcome.ABORTED), (RETRIABLE, "commit", TransactionOutcome.COMMITTED)],
)
def test_a_transaction_that_cannot_be_committed_is_aborted_or_committed_again(
    clock: list[int], journal: Path, error: KafkaError, end: str, outcome: TransactionOutcome
) -> None:
    fake = producer(error)
    sends = Transactions(fake, journal, age_ms=10)
    send(sends, clock, 0)
    assert sends.commit(1) is (sends.done[0] if outcome is TransactionOutcome.ABORTED else None)
    assert fake.calls == ["begin transaction", "commit transaction", f"{end} transaction"]
    assert sends.done[0].outcome is outcome


@pytest.mark.parametrize("end", ["commit", "abort"])
def test_an_application_gives_its_producer_up_if_a_transaction_has_not_ended_in_time(
    journal: Path, end: str
) -> None:
    fake = producer(RETRIABLE)
    fake.errors["abort_transaction"] = [RETRIABLE]
    sends = Transactions(fake, journal, age_ms=10, end_timeout_ms=500)
    sends.begin(0)
    with pytest.raises(KafkaException):
        getattr(sends, end)(1)
    assert sends.done[0].outcome is TransactionOutcome.UNKNOWN


def test_the_commit_of_a_fenced_or_killed_producer_is_unknown(clock: list[int], journal: Path) -> None:
    sends = Transactions(producer(FENCED), journal, age_ms=10)
    send(sends, clock, 0)
    with pytest.raises(KafkaException):
        sends.commit(1)
    assert (sends.done[0].outcome, sends.done[0].ended_ns) == (TransactionOutcome.UNKNOWN, None)
    assert [left.outcome for left in transactions_in(journal)] == [TransactionOutcome.UNKNOWN]
